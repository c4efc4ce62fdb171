import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { BrowserRouter, useNavigate } from 'react-router-dom'
import { queryClient } from '../session/server/query-client.ts'
import { AlertHost } from '../ui/dialogs/alert-host.tsx'
import { ToastHost } from '../ui/dialogs/toast-host.tsx'
import styles from './app.module.css'
import { ErrorBoundary } from './error-boundary.tsx'
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

/** Opens the screen of a notification that was tapped while the game was open. The service worker sends its path. */
function NotificationTaps() {
  const navigate = useNavigate()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const open = ({ data }: MessageEvent) => {
      const path: unknown = Object(data).openPath
      if (typeof path === 'string') void navigate(path)
    }
    serviceWorker.addEventListener('message', open)
    return () => serviceWorker.removeEventListener('message', open)
  }, [navigate])
  return null
}

/** SVG filters that distort outlines and pictures; stylesheets reference them by id. Rendered once, at the root. */
function InkFilters() {
  return (
    <svg className={styles.hidden} aria-hidden="true" focusable="false">
      <filter id="ink-line" x="-4%" y="-4%" width="108%" height="108%">
        <feTurbulence type="fractalNoise" baseFrequency="0.013" numOctaves="1" seed="7" result="noise" />
        <feDisplacementMap in="SourceGraphic" in2="noise" scale="7" />
      </filter>
      <filter id="ink-picture" x="-4%" y="-4%" width="108%" height="108%">
        <feTurbulence type="fractalNoise" baseFrequency="0.024" numOctaves="1" seed="3" result="noise" />
        <feDisplacementMap in="SourceGraphic" in2="noise" scale="4.5" />
      </filter>
    </svg>
  )
}
