import { type RefObject, useCallback, useRef } from 'react'

/** Announces texts to screen readers through the element with the ref, without rendering. */
export function useAnnouncer(): [RefObject<HTMLParagraphElement | null>, (text: string) => void] {
  const element = useRef<HTMLParagraphElement>(null)
  const say = useCallback((text: string) => {
    if (!element.current) return
    // Otherwise screen readers ignore a repeated text.
    element.current.textContent = ''
    element.current.textContent = text
  }, [])
  return [element, say]
}
