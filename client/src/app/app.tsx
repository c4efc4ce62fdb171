import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { queryClient } from '../session/query-client.ts'
import { AlertHost } from '../ui/alerts.tsx'
import { InkFilters } from '../ui/ink-filters.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { NotificationTaps } from './notification-taps.tsx'
import { Routing } from './routing.tsx'

/** Null in production builds, so that the bundle does not contain the debug menu. */
const DebugButton =
  import.meta.env.DEV || import.meta.env.MODE === 'demo'
    ? lazy(() => import('../debug/debug-button.tsx'))
    : null

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <InkFilters />
      <ErrorBoundary needsBook>
        <BrowserRouter>
          <Routing />
          <NotificationTaps />
          <AlertHost />
          <ToastHost />
          {DebugButton && (
            <Suspense>
              <DebugButton />
            </Suspense>
          )}
        </BrowserRouter>
      </ErrorBoundary>
    </QueryClientProvider>
  )
}
