import { TURN } from '@inkling/mock-server/contract/constants'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { useEffect, useState } from 'react'
import { playedCount } from '../../turn/today.ts'
import styles from './waiting.module.css'

const LONGEST_MS = TURN.limitMs + TURN.graceMs
const MINUTE = 60_000
const TICK_MS = 5_000

/** When this page has seen a turn for the first time, by game, player and number of earlier turns. */
const firstSeen = new Map<string, number>()

/** The longest time that the turn of another player can take: it began when this page saw it first, or earlier. */
export function AtMost({ today }: { today: Today }) {
  const now = useNow()
  const key = `${today.gameId} ${today.currentTurn?.userId} ${playedCount(today)}`
  const since = firstSeen.get(key) ?? now
  firstSeen.set(key, since)
  const left = Math.max(0, since + LONGEST_MS - now)
  const minutes = Math.min(Math.ceil(left / MINUTE), TURN.limitMs / MINUTE)
  return (
    <p className="row gap-2">
      <svg className={styles.ring} viewBox="0 0 40 40" aria-hidden="true">
        <circle className={styles.past} cx="20" cy="20" r="16" />
        <circle
          className={styles.left}
          cx="20"
          cy="20"
          r="16"
          pathLength="100"
          strokeDasharray={`${Math.round((left / LONGEST_MS) * 100)} 100`}
        />
      </svg>
      <span>{minutes === 0 ? 'Any moment now' : `At most ${minutes} min`}</span>
    </p>
  )
}

/** The time in ms, every few seconds. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
