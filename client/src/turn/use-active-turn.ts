import type { Today, TurnType, TurnView } from '@inkling/mock-server/contract/schemas/game'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { serverNow } from '../platform/server-clock.ts'
import { wasPassed } from '../session/device/passed-game.ts'
import { QUERY } from '../session/server/query-client.ts'
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
  /** The player has passed the turn of this screen in another tab. */
  | { state: 'passed' }
  | { state: 'active'; turn: TurnView }

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
  const [isHeldAlready] = useState(turn !== null)
  const check = useQuery({
    queryKey: QUERY.heldTurn(type),
    queryFn: () =>
      resumeTurn().catch((error: unknown) => {
        logTodayFailure(error)
        throw error
      }),
    enabled: !isHeldAlready,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useActivityPing(turn !== null)
  const today = useEndedByServer(turn !== null)
  if (turn) return { state: 'active', turn }
  if (check.error && !check.isFetching)
    return { state: 'failed', error: check.error, retry: () => void check.refetch() }
  if (last && isDone) return { state: 'done' }
  if (check.isFetching) return { state: 'loading' }
  if (last && today?.yourStatus === 'skipped' && wasPassed(today.gameId)) return { state: 'passed' }
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
