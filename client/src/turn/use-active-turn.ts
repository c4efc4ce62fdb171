import type { Today, TurnType, TurnView } from '@inkling/mock-server/contract/schemas/game'
import { useCallback, useEffect, useRef, useState } from 'react'
import { serverNow } from '../platform/server-clock.ts'
import { useActivityPing } from './activity-ping.ts'
import { logTodayFailure, useToday } from './today.ts'
import { endTurn, resumeTurn, useTurn } from './turn-store.ts'

/** The states of a turn screen. */
export type ActiveTurn =
  | { state: 'loading' | 'none' }
  /** The player submitted or passed the turn; the next screen follows. */
  | { state: 'done' }
  /** The server could not be asked; `retry` asks again. */
  | { state: 'failed'; error: unknown; retry: () => void }
  /** The turn of this screen ran out of time, and the server gave it to the next player. */
  | { state: 'expired' }
  | { state: 'active'; turn: TurnView }

type Look = { state: 'loading' | 'done' } | { state: 'failed'; error: unknown }

/**
 * The active turn of a turn screen. A page reloaded during a turn checks once whether the player still holds one;
 * 'none' is the state of "No active turn found. Please start a new turn.". After a failed check it retries when the
 * connection is back or the player asks for it. During the turn, today's game is polled, activity is reported, and a
 * turn that the server has ended also ends here.
 */
export function useActiveTurn(type: TurnType): ActiveTurn {
  const held = useTurn((state) => state.turn)
  const turn = held?.type === type ? held : null
  const isDone = useTurn((state) => state.isDone)
  const [last, setLast] = useState(turn)
  if (turn && turn !== last) setLast(turn)
  // Only the first check may resume: a turn that ended while the screen was open has ended.
  const [look, setLook] = useState<Look>({ state: turn ? 'done' : 'loading' })
  const isAsking = useRef(false)
  useEffect(() => {
    if (look.state !== 'loading' || isAsking.current) return
    isAsking.current = true
    resumeTurn()
      .then(
        () => setLook({ state: 'done' }),
        (error: unknown) => {
          logTodayFailure(error)
          setLook({ state: 'failed', error })
        },
      )
      .finally(() => {
        isAsking.current = false
      })
  }, [look])
  const retry = useCallback(() => setLook((now) => (now.state === 'failed' ? { state: 'loading' } : now)), [])
  useEffect(() => {
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [retry])
  useActivityPing(turn !== null)
  const today = useEndedByServer(turn !== null)
  if (turn) return { state: 'active', turn }
  if (look.state === 'failed') return { ...look, retry }
  if (last && isDone) return { state: 'done' }
  if (look.state === 'loading') return { state: 'loading' }
  const isExpired = last !== null && (today?.yourStatus === 'skipped' || isTimeUp(last))
  return { state: isExpired ? 'expired' : 'none' }
}

/** The countdown shows whole seconds, so it reaches 0 within the last one. */
const isTimeUp = ({ expiresAt }: TurnView): boolean => Date.parse(expiresAt) < serverNow() + 1000

/**
 * Ends the turn when a poll of today's game, sent after the start, shows that the player no longer holds it (skipped,
 * kicked).
 */
function useEndedByServer(isActive: boolean): Today | undefined {
  const { data, dataUpdatedAt } = useToday({ poll: isActive })
  useEffect(() => {
    const { turn, obtainedAt, isSubmitting } = useTurn.getState()
    if (!turn || !data || isSubmitting || dataUpdatedAt <= obtainedAt) return
    if (data.yourStatus !== 'playing') endTurn()
  }, [data, dataUpdatedAt])
  return data
}
