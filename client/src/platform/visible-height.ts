import { type RefObject, useEffect } from 'react'

/**
 * Sets `--visible-height` on an element: the height in pixels of the part of the page above the on-screen keyboard.
 * Most browsers do not resize the page for the keyboard, and no CSS unit accounts for it.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const follow = () => {
      // Zooming in also shrinks the viewport.
      if (viewport.scale > 1.01) return
      element.current?.style.setProperty('--visible-height', `${viewport.height}px`)
      // The browser scrolls to the field before the new layout and does not scroll back.
      if (viewport.offsetTop > 0) window.scrollTo(0, 0)
    }
    follow()
    viewport.addEventListener('resize', follow)
    return () => viewport.removeEventListener('resize', follow)
  }, [element])
}
