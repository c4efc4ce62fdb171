import { TURN } from '@inkling/mock-server/contract/constants'
import type { TurnView } from '@inkling/mock-server/contract/schemas/game'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Drawing } from '../../drawing/drawing.ts'
import { PATHS } from '../../paths.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { KEY, local } from '../../platform/storage.ts'
import { endTurn, submitDrawing, submitErrorText, useTurn } from '../../turn/turn-store.ts'
import { endOf } from '../../turn/turn-timer.ts'
import type { SavedBoard } from './use-saved-board.ts'

/** How long a press of Submit can be undone before the drawing is sent. */
export const UNDO_SUBMIT_MS = 1500

export interface Submission {
  /** held: Submit was pressed and can be undone. sending: the call is in progress. */
  phase: 'drawing' | 'held' | 'sending'
  /** Call when Submit Drawing is pressed. A blank sheet is refused at once. */
  submit: () => void
  /** Undoes `submit` while the drawing is held. */
  cancel: () => void
  /** Sends immediately, again after a failure. */
  sendNow: () => void
  /** Sends what there is when the time is up. */
  sendLate: () => void
}

/**
 * Submits a drawing. Instead of a confirmation, it holds the drawing for a moment while the player can still cancel. If
 * the page is left before the drawing is sent, the browser asks, and the next visit of the turn sends it.
 */
export function useSubmission(
  { board, autosave }: SavedBoard,
  turn: TurnView,
  onSubmission: (turn: TurnView | null) => void,
): Submission {
  const navigate = useNavigate()
  const { turnId } = turn
  const [phase, setPhase] = useState<Submission['phase']>(() =>
    local.get(KEY.submitting) === turnId && board.state.strokeCount > 0 ? 'held' : 'drawing',
  )
  const isSending = useRef(false)
  const hasLeft = useRef(false)

  const send = async ({ isLate = false } = {}) => {
    if (isSending.current) return
    isSending.current = true
    board.lift()
    setPhase('sending')
    onSubmission(turn)
    if (await tryToSubmit(board.drawing)) {
      local.remove(KEY.submitting)
      autosave.discard()
      if (!hasLeft.current) await navigate(PATHS.submitted, { replace: true, state: { isLate } })
      return
    }
    isSending.current = false
    onSubmission(null)
    setPhase('drawing')
    // The page was frozen or the device asleep until the turn was over. The screen then offers to keep the drawing.
    if (isRefusedLate()) endTurn()
  }
  const sendHeld = useEffectEvent(() => void send())

  useEffect(() => {
    if (phase !== 'held') return
    const timer = setTimeout(sendHeld, UNDO_SUBMIT_MS)
    // A hidden page may not run again, so send immediately.
    const onHidden = () => document.visibilityState === 'hidden' && sendHeld()
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [phase])

  useEffect(() => {
    if (phase === 'drawing') return local.remove(KEY.submitting)
    local.set(KEY.submitting, turnId)
    const ask = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [phase, turnId])

  // Leaving the screen does not undo Submit.
  const leave = useEffectEvent(() => {
    hasLeft.current = true
    if (phase === 'held') void send()
  })
  useEffect(() => {
    hasLeft.current = false
    return () => leave()
  }, [])

  return {
    phase,
    submit: () => {
      board.lift()
      if (isBlank(board)) useTurn.setState({ validationError: BLANK })
      else setPhase((now) => (now === 'drawing' ? 'held' : now))
    },
    cancel: () => setPhase((now) => (now === 'held' ? 'drawing' : now)),
    sendNow: () => void send(),
    sendLate: () => void send({ isLate: true }),
  }
}

/** The server's words. */
const BLANK = 'The drawing is empty. Please draw something first.'

/** Whether the sheet has a single colour, which the server refuses. */
function isBlank({ drawing }: SavedBoard['board']): boolean {
  const pixels = drawing.picture.base
  return pixels.every((pixel) => pixel === pixels[0])
}

/** Whether the server refused the drawing after the grace period. */
function isRefusedLate(): boolean {
  const { turn, startedAt, error, isUncertain } = useTurn.getState()
  if (!turn || error === null || isUncertain) return false
  return serverNow() >= endOf(turn, startedAt) + TURN.graceMs
}

async function tryToSubmit(drawing: Drawing): Promise<boolean> {
  try {
    // Not in the bundle of the screen, which loads faster without it; the first autosave has usually loaded it.
    const { exportDrawing } = await import('../../drawing/export-drawing.ts')
    const { drawing: png, strokeCount } = await exportDrawing(drawing)
    return await submitDrawing(png, strokeCount)
  } catch (error) {
    useTurn.setState({ error: submitErrorText(error, 'Failed to submit drawing') })
    return false
  }
}
