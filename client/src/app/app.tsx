import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router-dom'
import { queryClient } from '../session/query-client.ts'
import { AlertHost } from '../ui/alerts.tsx'
import { InkFilters } from '../ui/ink-filters.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Routing } from './routing.tsx'

/** The whole game. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <InkFilters />
      <ErrorBoundary>
        <BrowserRouter>
          <Routing />
          <AlertHost />
          <ToastHost />
        </BrowserRouter>
      </ErrorBoundary>
    </QueryClientProvider>
  )
}
