import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to an element once something is veiled. A report removes the flag that had the focus, and a screen
 * reader would start again at the top of the page.
 */
export function useFocusOnceVeiled<E extends HTMLElement>(isVeiled: boolean): RefObject<E | null> {
  const target = useRef<E>(null)
  const wasVeiled = useRef(isVeiled)
  useEffect(() => {
    const { activeElement } = document
    const isLost = activeElement === document.body || activeElement instanceof HTMLDialogElement
    if (isVeiled && !wasVeiled.current && isLost) target.current?.focus()
    wasVeiled.current = isVeiled
  }, [isVeiled])
  return target
}
