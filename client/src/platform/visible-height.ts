import { type RefObject, useEffect } from 'react'

/**
 * Sets `--visible-height` on an element: the height of the page that the on-screen keyboard leaves visible, in pixels.
 * Most browsers lay the page out behind the keyboard, and no CSS unit accounts for it.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const follow = () => {
      // A zoomed page also shows less, but not because of the keyboard.
      if (viewport.scale > 1.01) return
      element.current?.style.setProperty('--visible-height', `${viewport.height}px`)
      // The browser scrolls to the field before the new layout, and does not scroll back.
      if (viewport.offsetTop > 0) window.scrollTo(0, 0)
    }
    follow()
    viewport.addEventListener('resize', follow)
    return () => viewport.removeEventListener('resize', follow)
  }, [element])
}
