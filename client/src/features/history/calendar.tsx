import { addDays, type GameDay } from '@inkling/mock-server/rules/time/day'
import { BookOpen, ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  addMonths,
  firstDayOf,
  isKnown,
  type KnownDays,
  knownDays,
  type Month,
  monthOf,
  weeksOf,
} from '../../day/calendar-days.ts'
import { monthText, weekdayDateText, weekdayText } from '../../day/day-text.ts'
import { firstWeekday } from '../../day/locale.ts'
import { messageOf } from '../../session/session.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { loadDialog } from '../../ui/page/load-screen.ts'
import styles from './calendar.module.css'
import { DayStamp } from './day-stamp.tsx'
import type { FlipPage } from './flip-book.ts'
import { useCalendarMonth } from './use-calendar-days.ts'

const FlipBookDialog = loadDialog(() => import('./flip-book-dialog.tsx'))

/** Any Monday, for the names of the days. */
const SOME_MONDAY = '2024-01-01'

/** The placeholder while a month loads. */
const NOTHING = knownDays([], null)

/** A month with the player's days. */
export function Calendar({ known, today }: { known: KnownDays; today: GameDay }) {
  const [month, turnTo] = useState<Month>(() => monthOf(today))
  const { days, error, refetch } = useCalendarMonth(month, known)
  const weekStart = firstWeekday()
  const someWeek = Array.from({ length: 7 }, (_, at) => addDays(SOME_MONDAY, weekStart - 1 + at))
  const shown = days ?? NOTHING
  const pages = useMemo(() => pagesOf(shown, month), [shown, month])
  const [isFlipping, setFlipping] = useState(false)
  const isOldest =
    days !== undefined && isKnown(days, firstDayOf(month)) && !hasOlder(days, firstDayOf(month))
  return (
    <div className="stack gap-2">
      <div className="row justify-between gap-3">
        <IconButton label="Previous month" disabled={isOldest} onClick={() => turnTo(addMonths(month, -1))}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <h3 id="calendar-month" className="text-xl" aria-live="polite">
          {monthText(month)}
        </h3>
        <IconButton
          label="Next month"
          disabled={month >= monthOf(today)}
          onClick={() => turnTo(addMonths(month, 1))}
        >
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
      {error && (
        <Notice
          tone="red"
          actions={
            <Button size="small" onClick={() => void refetch()}>
              Try Again
            </Button>
          }
        >
          {messageOf(error, 'Failed to fetch game history')}
        </Notice>
      )}
      <table
        className={styles.table}
        aria-labelledby="calendar-month"
        aria-busy={days === undefined && !error}
      >
        <thead>
          <tr>
            {someWeek.map((day) => (
              <th key={day} scope="col" abbr={weekdayText(day, 'long')}>
                {weekdayText(day, 'narrow')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, weekStart).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, at) => (
                <td key={day ?? someWeek[at]}>{day && <DayStamp day={day} known={shown} today={today} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {pages.length > 1 && isOver(month, today) && (
        <Button
          size="small"
          className={styles.flip}
          icon={<BookOpen aria-hidden />}
          onClick={() => setFlipping(true)}
        >
          Flip book
        </Button>
      )}
      {isFlipping && <FlipBookDialog month={month} pages={pages} onClose={() => setFlipping(false)} />}
    </div>
  )
}

/** Whether the last day of a month has begun. */
const isOver = (month: Month, today: GameDay): boolean => addDays(today, 1) >= firstDayOf(addMonths(month, 1))

/** The player's drawings of a month, one page each, the first day first. */
function pagesOf({ entries }: KnownDays, month: Month): FlipPage[] {
  return [...entries]
    .filter(([day]) => monthOf(day) === month)
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([date, games]) =>
      games.flatMap(({ word, myEntries }) =>
        myEntries
          .filter(({ type, content }) => type === 'drawing' && content !== '')
          .map(({ content }) => ({ date, day: weekdayDateText(date), word, png: content })),
      ),
    )
}

/** Whether there may be a game before a day. */
function hasOlder({ entries, since }: KnownDays, day: GameDay): boolean {
  return since !== null || [...entries.keys()].some((date) => date < day)
}
