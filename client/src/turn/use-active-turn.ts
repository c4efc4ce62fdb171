import type { TurnType, TurnView } from '@inkling/mock-server/contract/schemas/game'
import { useEffect, useRef, useState } from 'react'
import { isConnectionLost } from '../platform/online.ts'
import { useActivityPing } from './activity-ping.ts'
import { noteTodayFailure, useToday } from './today.ts'
import { endTurn, resumeTurn, useTurn } from './turn-store.ts'

/**
 * The active turn of a turn screen. A page that was reloaded in mid-turn asks once whether the player still holds one;
 * 'none' is the state of "No active turn found. Please start a new turn.", 'lost' that nobody could be asked: it asks again
 * once the connection is back. While the turn lasts, today's game is polled, activity is reported, and a turn that the
 * server has ended ends here too.
 */
export function useActiveTurn(
  type: TurnType,
): { state: 'loading' | 'none' | 'lost'; turn: null } | { state: 'active'; turn: TurnView } {
  const held = useTurn((state) => state.turn)
  const turn = held?.type === type ? held : null
  // Only the first look may resume: a turn that ended while the screen was open has ended.
  const [found, setFound] = useState<'loading' | 'none' | 'lost'>(turn ? 'none' : 'loading')
  const asked = useRef(turn !== null)
  useEffect(() => {
    if (found !== 'loading' || asked.current) return
    asked.current = true
    resumeTurn().then(
      () => setFound('none'),
      (error: unknown) => {
        noteTodayFailure(error)
        asked.current = false
        setFound(isConnectionLost(error) ? 'lost' : 'none')
      },
    )
  }, [found])
  useEffect(() => {
    const askAgain = () => setFound((last) => (last === 'lost' ? 'loading' : last))
    window.addEventListener('online', askAgain)
    return () => window.removeEventListener('online', askAgain)
  }, [])
  useActivityPing(turn !== null)
  useServersEnd(turn !== null)
  if (turn) return { state: 'active', turn }
  return { state: found, turn: null }
}

/** Ends the turn when a look at today, later than its start, no longer shows the player at it (skipped, kicked). */
function useServersEnd(isActive: boolean): void {
  const { data, dataUpdatedAt } = useToday({ poll: isActive })
  useEffect(() => {
    const { turn, obtainedAt, isSubmitting } = useTurn.getState()
    if (!turn || !data || isSubmitting || dataUpdatedAt <= obtainedAt) return
    if (data.yourStatus !== 'playing') endTurn()
  }, [data, dataUpdatedAt])
}
