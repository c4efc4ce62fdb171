import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { Book } from '../ui/book.tsx'
import { Loading } from '../ui/state-panel.tsx'
import { BottomNav, hasBottomNav } from './bottom-nav.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

/** What stays around the screens: the book, the banners about the connection, the tabs. */
export function Shell() {
  const { pathname } = useLocation()
  return (
    <Book>
      <ConnectionBanner />
      <ErrorBoundary key={pathname}>
        <Suspense fallback={<Loading text="Turning the page..." />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
      {hasBottomNav(pathname) && <BottomNav />}
    </Book>
  )
}
