import type { TurnType, TurnView } from '@inkling/mock-server/contract/schemas/game'
import { useEffect, useRef, useState } from 'react'
import { resumeTurn, useTurn } from './turn-store.ts'

/**
 * The active turn of a turn screen. A page that was reloaded in mid-turn asks once whether the player still holds one;
 * 'none' is the state of "No active turn found. Please start a new turn."
 */
export function useActiveTurn(
  type: TurnType,
): { state: 'loading' | 'none'; turn: null } | { state: 'active'; turn: TurnView } {
  const held = useTurn((state) => state.turn)
  const turn = held?.type === type ? held : null
  // Only the first look may resume: a turn that ended while the screen was open has ended.
  const [isLooking, setLooking] = useState(turn === null)
  const asked = useRef(turn !== null)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    resumeTurn()
      .catch((error: unknown) => console.info('There is no turn to come back to:', error))
      .finally(() => setLooking(false))
  }, [])
  if (turn) return { state: 'active', turn }
  return { state: isLooking ? 'loading' : 'none', turn: null }
}
