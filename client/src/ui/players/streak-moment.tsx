import { Flame } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { streakText } from '../../day/calendar-days.ts'
import { useGameDay } from '../../day/use-game-day.ts'
import { noKnownDays, useStreak } from '../../session/streak.ts'
import { useToday } from '../../turn/today.ts'
import styles from './streak-moment.module.css'

/** The lengths of a streak that are celebrated, in days. */
const MOMENTS = [3, 7, 14, 30]
const SHOWN_MS = 2000

/** The days whose moment this page has shown. */
const shownOn = new Set<string>()

/** Celebrates a streak of 3, 7, 14 or 30 days for two seconds, once, when the turn of the day has ended. Takes no touch. */
export default function StreakMoment(): ReactNode {
  const day = useGameDay()
  const { data: today } = useToday({ poll: false })
  const streak = useStreak(noKnownDays(day), day)
  const isDue = today?.yourStatus === 'completed' && !streak.isMore && MOMENTS.includes(streak.days)
  if (!isDue) return null
  return <Moment key={day} day={day} text={streakText(streak)} />
}

function Moment({ day, text }: { day: string; text: string }) {
  const [isShown, show] = useState(() => !shownOn.has(day))
  useEffect(() => {
    shownOn.add(day)
    const timer = setTimeout(() => show(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [day])
  if (!isShown) return null
  return createPortal(
    <div className={styles.moment} role="status">
      <Flame aria-hidden />
      <p>{`${text}!`}</p>
    </div>,
    document.body,
  )
}
