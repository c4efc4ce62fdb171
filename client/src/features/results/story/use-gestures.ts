import { type PointerEvent, type SyntheticEvent, useRef, useState } from 'react'

/** A longer touch pauses the story and is not a tap. */
const TAP_MS = 350
const SWIPE_PX = 45

/** What turns the pages of the story. */
export interface Turning {
  onNext: () => void
  onBack: () => void
}

/** Tap to continue, swipe to turn pages, hold to pause. Buttons handle their own taps. */
export function useGestures({ onNext, onBack }: Turning) {
  const [isHeld, setHeld] = useState(false)
  const start = useRef<{ id: number; x: number; y: number; at: number } | null>(null)

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || start.current || isControl(event.target)) return
    start.current = { id: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp }
    setHeld(true)
  }
  const onPointerUp = (event: PointerEvent) => {
    const from = start.current
    if (from?.id !== event.pointerId) return
    letGo()
    const [right, down] = [event.clientX - from.x, event.clientY - from.y]
    if (Math.abs(right) >= SWIPE_PX && Math.abs(right) > Math.abs(down)) {
      if (right < 0) onNext()
      else onBack()
    } else if (Math.hypot(right, down) < SWIPE_PX / 3 && event.timeStamp - from.at < TAP_MS) onNext()
  }
  const letGo = () => {
    start.current = null
    setHeld(false)
  }
  return {
    isHeld,
    gestures: {
      onPointerDown,
      onPointerUp,
      onPointerCancel: letGo,
      onPointerLeave: letGo,
      // Prevents dragging pictures, and their context menu on a long touch.
      onDragStart: prevent,
      onContextMenu: prevent,
    },
  }
}

const prevent = (event: SyntheticEvent): void => event.preventDefault()

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, a, summary, input') !== null
