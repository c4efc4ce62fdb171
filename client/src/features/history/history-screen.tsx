import type { History, HistoryEntry } from '@inkling/mock-server/contract/schemas/user'
import { Sparkles } from 'lucide-react'
import { resultsPath } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Drawing } from '../../ui/drawing.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyPicture, ErrorPicture } from '../../ui/pictures/pictures.tsx'
import { Scrap } from '../../ui/scrap.tsx'
import { Loading, StatePanel } from '../../ui/state-panel.tsx'
import { Handwritten } from '../../ui/words.tsx'
import styles from './history-screen.module.css'
import { canLoadMore, useHistory } from './use-history.ts'

/** Every day that the player was in a game (spec section 2, History screen). */
export default function HistoryScreen() {
  const history = useHistory()
  const pages = history.data?.pages
  const entries = pages?.flatMap((page) => page.entries) ?? []
  return (
    <Page title="History">
      {pages?.[0] ? (
        entries.length > 0 ? (
          <>
            <Summary summary={pages[0].summary} />
            <ul className={styles.days}>
              {entries.map((entry) => (
                <Day key={entry.gameId} entry={entry} />
              ))}
            </ul>
            {canLoadMore(entries.length, history.hasNextPage) && (
              <Button wide busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
                Load More Games
              </Button>
            )}
          </>
        ) : (
          <StatePanel
            picture={<EmptyPicture />}
            title="An empty page"
            text="The games that you play will be collected here."
          />
        )
      ) : history.error ? (
        <StatePanel
          role="alert"
          picture={<ErrorPicture />}
          title="Failed to fetch game history"
          text={history.error.message}
          actions={
            <Button tone="primary" onClick={() => void history.refetch()}>
              Try Again
            </Button>
          }
        />
      ) : (
        <Loading text="Loading history..." />
      )}
    </Page>
  )
}

function Summary({ summary: { daysPlayed, participated } }: { summary: History['summary'] }) {
  const rate = daysPlayed === 0 ? 0 : Math.min(100, Math.round((participated / daysPlayed) * 100))
  return (
    <Scrap tone="yellow" tape="green" className={styles.summary}>
      <Figure label="Days Played" value={daysPlayed} />
      <Figure label="Participated" value={participated} />
      <Figure label="Participation Rate" value={`${rate}%`} />
    </Scrap>
  )
}

const Figure = ({ label, value }: { label: string; value: number | string }) => (
  <p className={styles.figure}>
    <strong>{value}</strong>
    <span>{label}</span>
  </p>
)

function Day({ entry }: { entry: HistoryEntry }) {
  const { date, word, completed, myEntries, gameId } = entry
  return (
    <Scrap as="li" className={styles.day}>
      <div className={styles.head}>
        <time dateTime={date} className={styles.date}>
          {readable(date)}
        </time>
        <Badge tone={completed ? 'green' : 'blue'}>{completed ? 'Completed' : 'In Progress'}</Badge>
      </div>
      {word !== null && <Handwritten text={word} />}
      {myEntries.map(({ type, content }) =>
        type === 'drawing' ? (
          <Drawing key={type} png={content} alt="What you drew" className={styles.drawing} />
        ) : (
          <p key={type} className={styles.guess}>
            You guessed <strong>{content}</strong>
          </p>
        ),
      )}
      {myEntries.length === 0 && <p className={styles.guess}>You did not get to play that day.</p>}
      {completed && (
        <ButtonLink to={resultsPath(gameId)} icon={<Sparkles aria-hidden />}>
          View Full Results
        </ButtonLink>
      )}
    </Scrap>
  )
}

/** A game day is a date without a time: it must not slip into the day before in western zones. */
const readable = (date: string): string =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString([], {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  })
