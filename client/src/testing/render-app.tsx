import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter } from 'react-router-dom'
import { Routing } from '../app/routing.tsx'
import { queryClient } from '../session/query-client.ts'
import { completeOnboarding, storeToken, storeUser } from '../session/session-store.ts'
import { AlertHost } from '../ui/alerts.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { aUser } from './builders.ts'
import { reply, server } from './server.ts'

/** Sets up the device of a returning player, and mocks the calls of every screen. */
export function signedInAs(user = aUser()): void {
  storeToken('token-1')
  storeUser(user)
  completeOnboarding()
  server.use(reply('getProfile', user), reply('getDailyStats', { totalPlayers: 3 }))
}

/** Renders the whole app at a path. */
export function renderApp(path: string) {
  window.history.replaceState(null, '', path)
  const user = userEvent.setup()
  const view = render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Routing />
        <AlertHost />
        <ToastHost />
      </BrowserRouter>
    </QueryClientProvider>,
  )
  return { user, ...view }
}
