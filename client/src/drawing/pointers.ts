import { CANVAS } from '@inkling/mock-server/contract/constants'
import type { Board } from './board.ts'

/** What pointers move on a board. */
export type Movable = Pick<Board, 'press' | 'move' | 'lift' | 'cancel'>

export interface PointerOptions {
  /** Whether fingers draw even while a pen is used. */
  mayFingerDraw: () => boolean
  /** Called for a finger that does not draw because a pen does. */
  refuse: () => void
  /** Called for every pointer on the element, whether it draws or not. */
  point: (event: PointerEvent) => void
}

/** If a second finger touches within this time, or before the first has moved this far, the touch is a gesture. */
const GESTURE_MS = 300
const GESTURE_REACH = 14

/** How long after the last touch of a pen a finger may be that of the hand that holds it. */
export const PEN_REST_MS = 30_000

const MAIN_BUTTON = 0
const PEN_ERASER_BUTTON = 5

interface Contact {
  /** The event that started it. */
  down: PointerEvent
  /** The canvas position when the stroke started, so that the stroke does not jump if the canvas moves. */
  left: number
  top: number
  scale: number
  /** The maximum distance from the start so far, in window pixels. */
  reach: number
}

/**
 * Lets mouse, pen and fingers on an element draw on a board, one at a time. Uses every coalesced sample; ignores a second finger,
 * and touches while a pen is used, because they may be palms.
 * @param element an element without border and padding
 * @returns a function that stops drawing and ends a stroke in progress
 */
export function followPointers(
  element: HTMLElement,
  board: Movable,
  { mayFingerDraw, refuse, point }: PointerOptions,
): () => void {
  let contact: Contact | null = null
  /** When a pen was last seen, by the time of its event. */
  let penAt = Number.NEGATIVE_INFINITY
  /** Fingers on the canvas, drawing or not. */
  const fingers = new Set<number>()
  /** Whether two fingers have touched. Then none draws until all are lifted. */
  let isGesture = false

  const mayBeGesture = (now: number) =>
    contact !== null && (now - contact.down.timeStamp < GESTURE_MS || contact.reach < GESTURE_REACH)

  const onDown = (event: PointerEvent) => {
    const { pointerType: type, pointerId: id } = event
    const isFinger = type === 'touch'
    if (isFinger) fingers.add(id)
    if (type === 'pen') {
      penAt = event.timeStamp
      // A palm touched before the pen.
      if (contact?.down.pointerType === 'touch') dropContact('cancel')
    }
    if (contact) {
      if (isFinger && contact.down.pointerType === 'touch' && mayBeGesture(event.timeStamp)) {
        isGesture = true
        dropContact('cancel')
      }
      return
    }
    if (isFinger && event.timeStamp - penAt < PEN_REST_MS && !mayFingerDraw()) return refuse()
    if (isFinger && (isGesture || fingers.size > 1)) return
    const isTurned = type === 'pen' && event.button === PEN_ERASER_BUTTON
    if (event.button !== MAIN_BUTTON && !isTurned) return
    const { left, top, width } = element.getBoundingClientRect()
    contact = { down: event, left, top, scale: CANVAS.size / (width || CANVAS.size), reach: 0 }
    element.setPointerCapture(id)
    board.press(
      (event.clientX - left) * contact.scale,
      (event.clientY - top) * contact.scale,
      pressureOf(event),
      isTurned,
    )
  }

  const follow = (event: PointerEvent, { left, top, scale }: Contact) =>
    board.move((event.clientX - left) * scale, (event.clientY - top) * scale, pressureOf(event))

  const onMove = (event: PointerEvent) => {
    if (event.pointerType === 'pen') penAt = event.timeStamp
    if (!contact || event.pointerId !== contact.down.pointerId) return
    const { down } = contact
    const far = Math.max(Math.abs(event.clientX - down.clientX), Math.abs(event.clientY - down.clientY))
    if (far > contact.reach) contact.reach = far
    const samples = event.getCoalescedEvents?.() ?? []
    // The last coalesced event is this event.
    for (const sample of samples.length > 0 ? samples : [event]) follow(sample, contact)
  }

  const onUp = (event: PointerEvent) => {
    forgetFinger(event.pointerId)
    if (!contact || event.pointerId !== contact.down.pointerId) return
    follow(event, contact)
    dropContact('lift')
  }

  const onCancel = (event: PointerEvent) => {
    forgetFinger(event.pointerId)
    if (!contact || event.pointerId !== contact.down.pointerId) return
    // The system took the touch for a gesture: discard a short stroke, keep a longer one.
    const isGestureStart = contact.down.pointerType === 'touch' && mayBeGesture(event.timeStamp)
    dropContact(isGestureStart ? 'cancel' : 'lift')
  }

  const forgetFinger = (id: number) => {
    fingers.delete(id)
    if (fingers.size === 0) isGesture = false
  }

  const dropContact = (how: 'lift' | 'cancel') => {
    contact = null
    board[how]()
  }

  // Keeps a tablet's pen from writing text, scrolling and opening menus.
  const prevent = (event: Event) => event.preventDefault()

  const following = new AbortController()
  const { signal } = following
  const on = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void) =>
    element.addEventListener(type, act, { signal, passive: false })
  // Captured on the window and stopped there: React listens at its root in both phases, which would take longer than
  // the drawing.
  const onPointer = (type: 'pointerdown' | 'pointermove' | 'pointerup', act: (event: PointerEvent) => void) =>
    window.addEventListener(
      type,
      (event) => {
        if (event.target !== element) return
        event.stopPropagation()
        act(event)
        if (type !== 'pointerup') point(event)
      },
      { signal, capture: true },
    )
  onPointer('pointerdown', onDown)
  onPointer('pointermove', onMove)
  onPointer('pointerup', onUp)
  on('pointercancel', onCancel)
  on('lostpointercapture', onCancel)
  on('touchmove', prevent)
  on('contextmenu', prevent)
  return () => {
    following.abort()
    if (contact) dropContact('lift')
  }
}

/** Undefined except for a pen: some touch screens report a pressure too. */
function pressureOf(event: PointerEvent): number | undefined {
  return event.pointerType === 'pen' && event.pressure > 0 ? event.pressure : undefined
}
