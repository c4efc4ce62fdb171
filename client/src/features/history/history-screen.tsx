import { HISTORY } from '@inkling/mock-server/contract/constants'
import { useState } from 'react'
import { knownDays } from '../../day/calendar-days.ts'
import { PATHS } from '../../paths.ts'
import { messageOf } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Loading, StatePanel } from '../../ui/page/state-panel.tsx'
import { StackPicture } from '../../ui/pictures/screen-pictures.tsx'
import { DayCard } from './day-card.tsx'
import styles from './history-screen.module.css'
import { HistorySummary } from './history-summary.tsx'
import { StreakCard } from './streak-card.tsx'
import { useHistory } from './use-history.ts'

/** The days on which this player took part. */
export default function HistoryScreen() {
  const history = useHistory()
  const pages = history.data?.pages ?? []
  const entries = pages.flatMap((page) => page.entries)
  const daysOff = pages.flatMap((page) => page.daysOff ?? [])
  const known = knownDays(entries, pages.at(-1)?.nextBefore ?? null, daysOff)
  const summary = pages[0]?.summary
  return (
    <Page title="History" width="wide">
      {summary && <HistorySummary summary={summary} entries={entries} />}
      {summary && entries.length > 0 ? (
        <>
          <StreakCard known={known} />
          {history.error && (
            <Notice tone="red">{messageOf(history.error, 'Failed to fetch game history')}</Notice>
          )}
          <ul className={styles.days}>
            {entries.map((entry) => (
              <DayCard key={entry.gameId} entry={entry} />
            ))}
          </ul>
          {entries.length >= HISTORY.loadMoreFrom && <LoadMore history={history} />}
        </>
      ) : summary ? (
        <StatePanel
          picture={<StackPicture />}
          title="No pages yet"
          text="Each day that you play leaves a page here."
          actions={
            <ButtonLink to={PATHS.home} tone="primary">
              Start Playing
            </ButtonLink>
          }
        />
      ) : history.error ? (
        <LoadFailed
          error={history.error}
          title="Your history could not be loaded"
          text={messageOf(history.error, 'Failed to fetch game history')}
          onRetry={() => void history.refetch()}
        />
      ) : (
        <Loading text="Leafing back..." />
      )}
    </Page>
  )
}

/**
 * Loads the next page until everything is loaded. Shown at ten or more games, so with
 * exactly ten games the first press finds no more.
 */
function LoadMore({ history }: { history: ReturnType<typeof useHistory> }) {
  const [wasPressed, setPressed] = useState(false)
  const { data, hasNextPage, isFetchingNextPage } = history
  const isAllThere = !hasNextPage && (wasPressed || (data?.pages.length ?? 0) > 1)
  if (isAllThere) {
    return (
      <p className="soft text-center hand loose text-xl" role="status">
        This is where your book begins.
      </p>
    )
  }
  const load = () => {
    setPressed(true)
    if (hasNextPage) void history.fetchNextPage()
  }
  return (
    <Button className={styles.more} busy={isFetchingNextPage} onClick={load}>
      {isFetchingNextPage ? 'Turning back...' : 'Load More Games'}
    </Button>
  )
}
