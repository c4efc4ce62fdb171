import { addDays } from '@inkling/mock-server/rules/time/day'
import { clsx } from 'clsx'
import { CalendarDays, Flame } from 'lucide-react'
import { useState } from 'react'
import { endedStreakOf, hasPlayed, type KnownDays, type Streak, streakText } from '../../day/calendar-days.ts'
import { weekdayText } from '../../day/day-text.ts'
import { useGameDay } from '../../day/use-game-day.ts'
import { useStreak } from '../../session/streak.ts'
import { useToday } from '../../turn/today.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Calendar } from './calendar.tsx'
import { DayStamp } from './day-stamp.tsx'
import styles from './streak-card.module.css'

/** The streak, the last seven days, and on demand the calendar. */
export function StreakCard({ known }: { known: KnownDays }) {
  const today = useGameDay()
  const [isOpen, setOpen] = useState(false)
  const streak = useStreak(known, today)
  const { data: game } = useToday({ poll: false })
  // The turn went to the next player, and the streak with it.
  const isOver = game?.yourStatus === 'skipped' && !game.participants.some(({ excused }) => excused)
  const ended = endedStreakOf(known, today)
  const lastOne = ended && ended.days > 1 ? ended : null
  const week = Array.from({ length: 7 }, (_, at) => addDays(today, at - 6))
  return (
    <Card
      tape="green"
      tapeAt="right"
      className={clsx(styles.card, isOpen && styles.open)}
      aria-labelledby="streak-title"
    >
      <div className={styles.streak}>
        <span className={styles.flame} data-lit={streak.days > 0} aria-hidden="true">
          <Flame />
        </span>
        <div>
          <h2 id="streak-title" className="text-2xl">
            {lastOne ? 'A new streak waits' : streakText(streak)}
          </h2>
          <p className="soft">
            {isOver && !hasPlayed(known, today)
              ? overText(streak)
              : hintText(streak, lastOne, hasPlayed(known, today))}
          </p>
        </div>
      </div>
      {isOpen ? (
        <div className={styles.calendar}>
          <Calendar known={known} today={today} />
        </div>
      ) : (
        <ol className={styles.week} aria-label="The last seven days">
          {week.map((day) => (
            <li key={day} className="stack items-center">
              <span className={styles.weekday} aria-hidden="true">
                {weekdayText(day, 'narrow')}
              </span>
              <DayStamp day={day} known={known} today={today} />
            </li>
          ))}
        </ol>
      )}
      <Button
        size="small"
        className={styles.toggle}
        icon={<CalendarDays aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Only this week' : 'Calendar'}
      </Button>
    </Card>
  )
}

/** For a day whose turn was passed or ran out of time. */
function overText({ days, isMore }: Streak): string {
  if (days === 0) return 'Tomorrow is a good day to begin one.'
  const ending = days === 1 && !isMore ? 'Your 1 day ends' : `Your ${days}${isMore ? '+' : ''} days end`
  return `Today got away. ${ending} at midnight.`
}

/** @param lastOne a streak of several days that has ended */
function hintText({ days }: Streak, lastOne: Streak | null, hasPlayedToday: boolean): string {
  if (days === 0)
    return lastOne
      ? `Your last one was ${lastOne.days}${lastOne.isMore ? '+' : ''} days. Start again today?`
      : 'Today is a good day to begin one.'
  return hasPlayedToday ? 'Today is in the book.' : 'Play today to keep it going.'
}
