import type { HistoryEntry } from '@inkling/mock-server/contract/schemas/user'
import { weekdayDateText } from '../../day/day-text.ts'
import { resultsPath } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Badge } from '../../ui/players/badge.tsx'
import { DrawingImage } from '../../ui/turn/drawing-image.tsx'
import { InkText } from '../../ui/turn/words.tsx'
import styles from './day-card.module.css'

/**
 * A day: its word, if it was revealed, and the player's entries.
 * @param hasDate whether the card names the day
 */
export function DayCard({ entry, hasDate = true }: { entry: HistoryEntry; hasDate?: boolean }) {
  const { completed, word, myEntries, date, gameId } = entry
  return (
    <Card as="li" className={styles.card}>
      <div className={styles.head}>
        {hasDate && (
          <time dateTime={date} className="display text-md">
            {weekdayDateText(date)}
          </time>
        )}
        <Badge tone={completed ? 'green' : 'yellow'}>{completed ? 'Completed' : 'In Progress'}</Badge>
      </div>
      {word && (
        <p>
          <InkText small text={word} />
        </p>
      )}
      {myEntries.map((own) => (
        <div key={own.type + own.content} className={styles.own}>
          {own.type === 'drawing' ? (
            <DrawingImage png={own.content} alt="Your drawing" className={styles.drawing} />
          ) : (
            <p className={styles.guess}>
              You guessed <InkText small text={own.content} />
            </p>
          )}
          <span className={styles.time}>
            {`${own.type === 'drawing' ? 'Drawn' : 'Guessed'} ${timeText(own.timeSpent)}`}
          </span>
        </div>
      ))}
      {myEntries.length === 0 && (
        <p className={styles.missed}>{completed ? 'You sat this one out.' : 'Nothing from you yet.'}</p>
      )}
      {completed && (
        <ButtonLink to={resultsPath(gameId)} size="small" className={styles.go}>
          View Full Results
        </ButtonLink>
      )}
    </Card>
  )
}

function timeText(seconds: number): string {
  const whole = Math.round(seconds)
  return whole < 60 ? `in ${whole} s` : `in ${Math.floor(whole / 60)} min ${whole % 60} s`
}
