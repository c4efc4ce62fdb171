import { TURN } from '@inkling/mock-server/contract/constants'
import type { TurnView } from '@inkling/mock-server/contract/schemas/game'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { serverNow } from '../platform/server-clock.ts'
import { useTurn } from './turn-store.ts'

/**
 * The seconds left in the active turn, rounded up, so that 0 means that the time is up; null without a turn. Computed
 * from `expiresAt` and the server's clock, so neither sleep nor a wrong device clock affects it.
 */
export function useSecondsLeft(): number | null {
  const turn = useTurn((state) => state.turn)
  const startedAt = useTurn((state) => state.startedAt)
  return useSecondsUntil(turn && endOf(turn, startedAt))
}

/** The seconds until an instant of the server's clock in ms, rounded up; null without one. Renders once a second. */
export function useSecondsUntil(end: number | null): number | null {
  const [, tick] = useState(0)
  useEffect(() => {
    if (end === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    /** The next tick is at the moment when the number changes. */
    const schedule = () => {
      clearTimeout(timer)
      const left = end - serverNow()
      if (left > 0) timer = setTimeout(again, left % 1000 || 1000)
    }
    const again = () => {
      tick((count) => count + 1)
      schedule()
    }
    schedule()
    document.addEventListener('visibilitychange', again)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [end])
  return end === null ? null : Math.max(0, Math.ceil((end - serverNow()) / 1000))
}

/** When a turn ends, in ms by the server's clock. */
export function endOf({ expiresAt, type }: TurnView, startedAt: number): number {
  const end = Date.parse(expiresAt)
  return Number.isNaN(end) ? startedAt + TURN.fallbackSeconds[type] * 1000 : end
}

/** Calls `onExpire` once per turn, when its time is up. */
export function useTurnExpiry(secondsLeft: number | null, onExpire: () => unknown): void {
  const turnId = useTurn((state) => state.turn?.turnId ?? null)
  const expired = useRef<string | null>(null)
  const expire = useEffectEvent(onExpire)
  useEffect(() => {
    if (turnId === null || secondsLeft === null || secondsLeft > 0 || expired.current === turnId) return
    expired.current = turnId
    expire()
  }, [turnId, secondsLeft])
}

/** `4:07` */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
