import type { GameDay } from '@inkling/mock-server/rules/time/day'
import { clsx } from 'clsx'
import { Check, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { hasPlayed, isKnown, type KnownDays } from '../../day/calendar-days.ts'
import { weekdayDateText } from '../../day/day-text.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { drawingUrl } from '../../ui/turn/drawing-image.tsx'
import { DayCard } from './day-card.tsx'
import styles from './day-stamp.module.css'

interface DayStampProps {
  day: GameDay
  known: KnownDays
  today: GameDay
}

/** A day: the drawing or a stamp if it was played, dashed if not. A day with a game opens its page of the book. */
export function DayStamp({ day, known, today }: DayStampProps) {
  const [isOpen, setOpen] = useState(false)
  const entries = isKnown(known, day) ? (known.entries.get(day) ?? []) : []
  const played = hasPlayed(known, day)
  const number = Number(day.slice(-2))
  const drawing = entries
    .flatMap(({ myEntries }) => myEntries)
    .find(({ type }) => type === 'drawing')?.content
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
        className={clsx(look, played ? styles.played : styles.missed, drawing && styles.drawn)}
        aria-label={`${weekdayDateText(day)}: ${played ? 'played' : 'not played'}`}
        onClick={() => setOpen(true)}
      >
        {drawing && <img src={drawingUrl(drawing)} alt="" className={styles.thumbnail} />}
        <span className={styles.number}>{number}</span>
        {played && !drawing && <Check aria-hidden />}
      </button>
      {isOpen && <DayPages first={day} known={known} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A page of the book, from which the reader leafs to the other days with a game. */
function DayPages({ first, known, onClose }: { first: GameDay; known: KnownDays; onClose: () => void }) {
  const [day, turnTo] = useState(first)
  const days = [...known.entries.keys()].filter((each) => isKnown(known, each)).sort()
  const at = days.indexOf(day)
  const entries = known.entries.get(day) ?? []
  const leaf = (label: string, to: GameDay | undefined, icon: ReactNode) => (
    <IconButton label={label} disabled={to === undefined} onClick={() => to !== undefined && turnTo(to)}>
      {icon}
    </IconButton>
  )
  return (
    <Dialog
      title={weekdayDateText(day)}
      onClose={onClose}
      actions={
        <>
          {leaf('Earlier page', days[at - 1], <ChevronLeft aria-hidden />)}
          {leaf('Later page', days[at + 1], <ChevronRight aria-hidden />)}
        </>
      }
    >
      <p role="status" className="visually-hidden">
        {[weekdayDateText(day), ...entries.flatMap(({ word }) => word ?? [])].join(', ')}
      </p>
      <ul className={styles.cards}>
        {entries.map((entry) => (
          <DayCard key={entry.gameId} entry={entry} hasDate={false} />
        ))}
      </ul>
    </Dialog>
  )
}
