import { Suspense, useEffect } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { PATHS } from '../paths.ts'
import { useSample } from '../platform/sample.ts'
import { onWake } from '../platform/wake.ts'
import { formerCode } from '../session/device/former-code.ts'
import { queryClient } from '../session/server/query-client.ts'
import { useUser } from '../session/session-store.ts'
import { Book } from '../ui/page/book.tsx'
import { focusHeading } from '../ui/page/focus-heading.ts'
import { loadPart } from '../ui/page/load-part.ts'
import { Loading } from '../ui/page/state-panel.tsx'
import { BottomNav, hasBottomNav } from './bottom-nav.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { NewVersion } from './new-version.tsx'
import { preloadNext } from './screens.ts'
import { StorageNotice } from './storage-notice.tsx'

const DeviceNotices = loadPart(() => import('./device-notices.tsx'))
const SampleStory = loadPart(() => import('./sample-story.tsx'))
const ModeratorNotice = loadPart(() => import('./moderator-notice.tsx'))

/** The screen itself comes first. */
const PRELOAD_DELAY_MS = 100

/** The frame around the screens: the book, the connection banners, the tabs. */
export function Shell() {
  const { pathname } = useLocation()
  const user = useUser()
  const isSampleOpen = useSample(({ isOpen }) => isOpen)
  useEffect(() => {
    const timer = setTimeout(() => preloadNext(pathname), PRELOAD_DELAY_MS)
    return () => clearTimeout(timer)
  }, [pathname])
  useEffect(() => onWake(() => void queryClient.refetchQueries({ type: 'active' })), [])
  return (
    <Book>
      <ConnectionBanner over={pathname === PATHS.draw ? 'draw' : 'page'} />
      <StorageNotice />
      {(user?.suspension ?? user?.warning) && <ModeratorNotice />}
      {(user?.newDevice ?? formerCode()) && <DeviceNotices />}
      {/* Outside of the error boundary, whose key changes: the previous screen stays until the next one is loaded. */}
      <Suspense fallback={<Loading text="Turning the page..." />}>
        <ErrorBoundary key={pathname}>
          <Outlet />
          <Arrival />
        </ErrorBoundary>
      </Suspense>
      {isSampleOpen && <SampleStory />}
      <NewVersion isCalm={hasBottomNav(pathname)} />
      {hasBottomNav(pathname) && <BottomNav />}
    </Book>
  )
}

/**
 * Scrolls a new page to its top and focuses its heading, because the link that opened it may no longer exist. Rendered
 * inside the screens' Suspense, so that it runs after the screen has loaded.
 */
function Arrival() {
  const { key } = useLocation()
  const isReturn = useNavigationType() === 'POP'
  useEffect(() => {
    // The first page of the tab.
    if (key === 'default') return
    if (!isReturn) window.scrollTo(0, 0)
    // A field of the page may already have the focus.
    if (!document.querySelector('main')?.contains(document.activeElement)) focusHeading()
  }, [key, isReturn])
  return null
}
