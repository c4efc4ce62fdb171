import { TURN } from '@inkling/mock-server/contract/constants'
import { useEffect, useEffectEvent, useState } from 'react'
import { serverNow } from '../platform/server-clock.ts'
import { useTurn } from './turn-store.ts'

/**
 * The whole seconds left in the active turn, updated every second; null without a turn. Computed from `expiresAt` and
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
  const expiry = Date.parse(turn.expiresAt)
  const end = Number.isNaN(expiry) ? startedAt + TURN.fallbackSeconds[turn.type] * 1000 : expiry
  return Math.max(0, Math.floor((end - serverNow()) / 1000))
}

/** Calls `onExpire` once per turn, when its time is up. */
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
