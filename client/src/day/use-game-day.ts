import { POLL } from '@inkling/mock-server/contract/constants'
import type { GameDay } from '@inkling/mock-server/rules/time/day'
import { useEffect, useState } from 'react'
import { serverNow } from '../platform/server-clock.ts'
import { gameDayAt } from './game-day.ts'

/** Today, also in a page that is left open over midnight. */
export function useGameDay(): GameDay {
  const [today, setToday] = useState(() => gameDayAt(serverNow()))
  useEffect(() => {
    const look = () => setToday(gameDayAt(serverNow()))
    // Not one timer until midnight: a device that sleeps stops it.
    const timer = setInterval(look, POLL.todayMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return today
}
