import type { HistoryEntry } from '@inkling/mock-server/contract/schemas/user'
import type { GameDay } from '@inkling/mock-server/rules/time/day'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { hasPlayed, isKnown, type KnownDays } from '../../day/calendar-days.ts'
import { weekdayDateText } from '../../day/day-text.ts'
import { messageOf } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { Loading } from '../../ui/page/state-panel.tsx'
import { DayCard } from './day-card.tsx'
import styles from './day-stamp.module.css'
import { useDay } from './use-calendar-days.ts'

interface DayStampProps {
  day: GameDay
  known: KnownDays
  today: GameDay
}

/** A day: stamped if it was played, dashed if not. A day with a game opens its card. */
export function DayStamp({ day, known, today }: DayStampProps) {
  const [isOpen, setOpen] = useState(false)
  const entries = isKnown(known, day) ? (known.entries.get(day) ?? []) : []
  const played = hasPlayed(known, day)
  const number = Number(day.slice(-2))
  const look = clsx(styles.stamp, day === today && styles.today, day > today && styles.future)
  if (entries.length === 0) {
    return (
      <span className={look}>
        <span className={styles.number}>{number}</span>
      </span>
    )
  }
  return (
    <>
      <button
        type="button"
        className={clsx(look, played ? styles.played : styles.missed)}
        aria-label={`${weekdayDateText(day)}: ${played ? 'played' : 'not played'}`}
        onClick={() => setOpen(true)}
      >
        <span className={styles.number}>{number}</span>
        {played && <Check aria-hidden />}
      </button>
      {isOpen && (
        <Dialog title={weekdayDateText(day)} onClose={() => setOpen(false)}>
          <DayCards day={day} known={entries} />
        </Dialog>
      )}
    </>
  )
}

function DayCards({ day, known }: { day: GameDay; known: readonly HistoryEntry[] }) {
  const { entries, error, refetch } = useDay(day, known)
  if (entries) {
    return (
      <ul className={styles.cards}>
        {entries.map((entry) => (
          <DayCard key={entry.gameId} entry={entry} hasDate={false} />
        ))}
      </ul>
    )
  }
  if (!error) return <Loading inline text="Leafing back..." />
  return (
    <Notice tone="red" actions={<Button onClick={() => void refetch()}>Try Again</Button>}>
      {messageOf(error, 'Failed to fetch game history')}
    </Notice>
  )
}
