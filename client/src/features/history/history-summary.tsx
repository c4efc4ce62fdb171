import type { History, HistoryEntry } from '@inkling/mock-server/contract/schemas/user'
import { Card } from '../../ui/page/card.tsx'
import styles from './history-summary.module.css'

/** The number of days with a game, and how often the player took part. */
export function HistorySummary({
  summary: { daysPlayed: days, participated },
  entries,
}: {
  summary: History['summary']
  /** The latest games. */
  entries: readonly HistoryEntry[]
}) {
  const daysPlayed = isTodayOpen(entries) ? days - 1 : days
  // A day can have two games, one of the group and a public one.
  const rate = daysPlayed > 0 ? Math.min(100, Math.round((participated / daysPlayed) * 100)) : 0
  return (
    <Card tone="orange" tape="blue" tapeAt="left" aria-label="Summary">
      <dl className={styles.summary}>
        <div>
          <dt>Days Played</dt>
          <dd>{daysPlayed}</dd>
        </div>
        <div>
          <dt>Participated</dt>
          <dd>{participated}</dd>
        </div>
        <div>
          <dt>Participation Rate</dt>
          <dd>{`${rate}%`}</dd>
        </div>
      </dl>
    </Card>
  )
}

/** Whether the latest day counts as missed only because the player can still play: its game runs, and nothing is played. */
function isTodayOpen(entries: readonly HistoryEntry[]): boolean {
  const games = entries.filter(({ date }) => date === entries[0]?.date)
  return (
    games.some(({ completed, excused }) => !completed && !excused) &&
    games.every(({ myEntries }) => myEntries.length === 0)
  )
}
