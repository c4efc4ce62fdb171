import { TURN } from '@inkling/mock-server/contract/constants'
import { useEffect, useEffectEvent, useState } from 'react'
import { serverNow } from '../platform/server-clock.ts'
import { useTurn } from './turn-store.ts'

/**
 * The whole seconds left in the active turn, ticking every second; null without a turn. Computed from the turn's end by
 * the server's clock, so neither sleep nor a wrong device clock affects it.
 */
export function useSecondsLeft(): number | null {
  const turn = useTurn((state) => state.turn)
  const startedAt = useTurn((state) => state.startedAt)
  const [, tick] = useState(0)
  useEffect(() => {
    if (!turn) return
    const again = () => tick((count) => count + 1)
    const timer = setInterval(again, 1000)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [turn])
  if (!turn) return null
  const named = Date.parse(turn.expiresAt)
  const ends = Number.isNaN(named) ? startedAt + TURN.fallbackSeconds[turn.type] * 1000 : named
  return Math.max(0, Math.floor((ends - serverNow()) / 1000))
}

/** Calls back once when the turn's time is up: each turn is submitted automatically only once. */
export function useTurnExpiry(secondsLeft: number | null, onExpire: () => void): void {
  const turnId = useTurn((state) => state.turn?.turnId ?? null)
  const [expired, setExpired] = useState<string | null>(null)
  const expire = useEffectEvent(onExpire)
  useEffect(() => {
    if (turnId === null || secondsLeft === null || secondsLeft > 0 || expired === turnId) return
    setExpired(turnId)
    expire()
  }, [turnId, secondsLeft, expired])
}

/** `4:07` */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
