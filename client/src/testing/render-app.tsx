import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { BrowserRouter } from 'react-router-dom'
import { Routing } from '../app/routing.tsx'
import { queryClient } from '../session/server/query-client.ts'
import { completeOnboarding, storeToken, storeUser } from '../session/session-store.ts'
import { AlertHost } from '../ui/dialogs/alert-host.tsx'
import { ToastHost } from '../ui/dialogs/toast-host.tsx'
import { aUser } from './builders.ts'
import { reply, server } from './server.ts'

// Loads what the app imports on demand. On a busy machine, a first import takes seconds of the time that a test waits for a
// screen.
import.meta.glob(
  [
    '../{app,debug,drawing,features,platform,ui}/**/*.{ts,tsx}',
    '!../**/*.{test,fixture}.*',
    '!../**/*-worker.ts',
  ],
  { eager: true },
)

/** Sets up the device of a returning player. */
export function signedInAs(user = aUser()): void {
  storeToken('token-1')
  storeUser(user)
  completeOnboarding()
  server.use(reply('getProfile', user))
}

/** Renders the whole app at a path, with the state of its history entry. */
export function renderApp(path: string, state: { usr: object } | null = null) {
  window.history.replaceState(state, '', path)
  const user = attentiveUser()
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

/**
 * A user who fails if an element has left the document or is disabled before the click, which user-event does not report.
 * The cause is often a response that was changed before the click and then polled: use `onceClicked` or the `onCall` of `refuse` in `server.ts`.
 */
export function attentiveUser(): UserEvent {
  const user = userEvent.setup()
  const click: UserEvent['click'] = async (element) => {
    let isClicked = false
    const look = () => {
      isClicked = element.isConnected
    }
    element.addEventListener('click', look, true)
    await user.click(element)
    element.removeEventListener('click', look, true)
    if (isClicked) return
    const name = element.textContent || element.tagName.toLowerCase()
    throw new Error(`'${name}' was disabled, or had left the document, before it was clicked.`)
  }
  return { ...user, click }
}
