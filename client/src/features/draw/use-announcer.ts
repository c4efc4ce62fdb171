import { type RefObject, useCallback, useRef } from 'react'

/** Says things to screen readers, in the element that gets the ref, without rendering anything again. */
export function useAnnouncer(): [RefObject<HTMLParagraphElement | null>, (text: string) => void] {
  const element = useRef<HTMLParagraphElement>(null)
  const say = useCallback((text: string) => {
    if (!element.current) return
    // The same words twice are news only when there was something else between.
    element.current.textContent = ''
    element.current.textContent = text
  }, [])
  return [element, say]
}
