import type { Today, TurnType, TurnView } from '@inkling/mock-server/contract/schemas/game'
import { useCallback, useEffect, useRef, useState } from 'react'
import { serverNow } from '../platform/server-clock.ts'
import { useActivityPing } from './activity-ping.ts'
import { logTodayFailure, todayUpdates, useToday } from './today.ts'
import { endTurn, resumeTurn, useTurn } from './turn-store.ts'

/** The states of a turn screen. */
export type ActiveTurn =
  | { state: 'loading' | 'none' }
  /** The player has submitted or passed the turn; the next screen follows. */
  | { state: 'done' }
  /** Today's game could not be fetched. */
  | { state: 'failed'; error: unknown; retry: () => void }
  /** The turn of this screen ran out of time, and the server gave it to the next player. */
  | { state: 'expired' }
  | { state: 'active'; turn: TurnView }

type Check = { state: 'loading' | 'done' } | { state: 'failed'; error: unknown }

/**
 * The active turn of a turn screen. After a reload it checks whether the player still holds one, and retries a failed
 * check when the connection is back or `retry` is called. During the turn it polls today's game, reports activity, and
 * ends a turn that the server has ended.
 */
export function useActiveTurn(type: TurnType): ActiveTurn {
  const held = useTurn((state) => state.turn)
  const turn = held?.type === type ? held : null
  const isDone = useTurn((state) => state.isDone)
  const [last, setLast] = useState(turn)
  if (turn && turn !== last) setLast(turn)
  // Checked only on opening: a turn that ends while the screen is open is not resumed.
  const [check, setCheck] = useState<Check>({ state: turn ? 'done' : 'loading' })
  const isChecking = useRef(false)
  useEffect(() => {
    if (check.state !== 'loading' || isChecking.current) return
    isChecking.current = true
    resumeTurn()
      .then(
        () => setCheck({ state: 'done' }),
        (error: unknown) => {
          logTodayFailure(error)
          setCheck({ state: 'failed', error })
        },
      )
      .finally(() => {
        isChecking.current = false
      })
  }, [check])
  const retry = useCallback(
    () => setCheck((now) => (now.state === 'failed' ? { state: 'loading' } : now)),
    [],
  )
  useEffect(() => {
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [retry])
  useActivityPing(turn !== null)
  const today = useEndedByServer(turn !== null)
  if (turn) return { state: 'active', turn }
  if (check.state === 'failed') return { ...check, retry }
  if (last && isDone) return { state: 'done' }
  if (check.state === 'loading') return { state: 'loading' }
  const isExpired = last !== null && (today?.yourStatus === 'skipped' || isTimeUp(last))
  return { state: isExpired ? 'expired' : 'none' }
}

const isTimeUp = ({ expiresAt }: TurnView): boolean => Date.parse(expiresAt) <= serverNow()

/** Ends the turn when a poll after its start shows that the player no longer holds it (skipped or kicked). */
function useEndedByServer(isActive: boolean): Today | undefined {
  // Reading the time of the update renders again after each one, also if the data is the same.
  const { data, dataUpdatedAt: _ } = useToday({ poll: isActive })
  const updates = todayUpdates()
  useEffect(() => {
    const { turn, updatesBefore, isSubmitting } = useTurn.getState()
    if (!turn || !data || isSubmitting || updates <= updatesBefore) return
    if (data.yourStatus !== 'playing') endTurn()
  }, [data, updates])
  return data
}
