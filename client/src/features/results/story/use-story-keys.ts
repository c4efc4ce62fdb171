import { useEffect, useEffectEvent } from 'react'

interface Turning {
  onNext: () => void
  onBack: () => void
}

/**
 * Arrow keys and space turn the pages, independent of the focus. Space on a focused button presses the button.
 * @param isOn false while another dialog covers the story, whose keys these are then
 */
export function useStoryKeys({ onNext, onBack }: Turning, isOn: boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn) return
    const isOnButton = event.target instanceof Element && event.target.closest('button, a') !== null
    if (event.key === 'ArrowRight') onNext()
    else if (event.key === 'ArrowLeft') onBack()
    else if (event.key === ' ' && !isOnButton && !event.repeat) onNext()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
