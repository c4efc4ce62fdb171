import { Flame } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { streakText } from '../../day/calendar-days.ts'
import { useGameDay } from '../../day/use-game-day.ts'
import { PATHS } from '../../paths.ts'
import { noKnownDays, useStreak } from '../../session/streak.ts'
import { useToday } from '../../turn/today.ts'
import styles from './streak-flame.module.css'

/** The player's streak: a flame that is lit when today is played. Leads to the history. Nothing without a streak. */
export default function StreakFlame({ long = false }: { long?: boolean }): ReactNode {
  const today = useGameDay()
  const { data } = useToday({ poll: false })
  const streak = useStreak(noKnownDays(today), today)
  if (streak.days === 0) return null
  const text = streakText(streak)
  return (
    <Link
      to={PATHS.history}
      className={styles.flame}
      data-lit={data?.yourStatus === 'completed'}
      aria-label={long ? undefined : text}
    >
      <Flame aria-hidden />
      <span>{long ? text : `${streak.days}${streak.isMore ? '+' : ''}`}</span>
    </Link>
  )
}
