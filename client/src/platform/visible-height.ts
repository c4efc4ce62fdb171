import { type RefObject, useEffect } from 'react'

/**
 * Sets `--visible-height` on an element: what the on-screen keyboard leaves of the page, in pixels. Most browsers lay the
 * page out behind the keyboard, and no CSS unit knows it.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const follow = () => {
      // A page that is zoomed in shows less, but the keyboard is not why.
      if (viewport.scale > 1.01) return
      element.current?.style.setProperty('--visible-height', `${viewport.height}px`)
      // The browser scrolls to the field before the page is laid out again, and leaves it there.
      if (viewport.offsetTop > 0) window.scrollTo(0, 0)
    }
    follow()
    viewport.addEventListener('resize', follow)
    return () => viewport.removeEventListener('resize', follow)
  }, [element])
}
