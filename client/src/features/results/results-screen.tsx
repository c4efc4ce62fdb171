import { CACHE } from '@inkling/mock-server/contract/constants'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { rememberOpened, wasOpened } from '../../session/device/opened-games.ts'
import { api } from '../../session/server/api.ts'
import { QUERY } from '../../session/server/query-client.ts'
import { messageOf } from '../../session/session.ts'
import { yesterdayQuery } from '../../session/yesterday.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { ShareButton } from '../../ui/controls/share-button.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Loading, StatePanel } from '../../ui/page/state-panel.tsx'
import { EmptyPicture } from '../../ui/pictures/screen-pictures.tsx'
import { WatchSample } from '../../ui/sample/watch-sample.tsx'
import { AttemptsDisclosure } from './chain/attempts-disclosure.tsx'
import { Chain } from './chain/chain.tsx'
import { LiveReactions } from './chain/live-reactions.tsx'
import { PrizesCard } from './prizes-card.tsx'
import { ResultsActions } from './results-actions.tsx'
import styles from './results-screen.module.css'
import { hasStory } from './scenes.ts'
import { resultsLink } from './sharing/results-link.ts'
import { Story } from './story/story.tsx'
import { Summary } from './summary.tsx'

/** The results of a game; yesterday's without a game id (SCREENS.md, Results and story). */
export default function ResultsScreen() {
  const gameId = useGameId()
  const yesterday = useQuery({ ...yesterdayQuery, enabled: gameId === null })
  const id = gameId ?? yesterday.data?.gameId ?? null
  const results = useQuery({
    queryKey: QUERY.game(id ?? ''),
    queryFn: ({ signal }) => api.getGame({ params: { id: id ?? '' } }, { signal }),
    staleTime: CACHE.resultsMs,
    enabled: id !== null,
  })
  const error = results.error ?? (gameId === null ? yesterday.error : null)
  return (
    <Page title="Results" heading="Game Results" back width="wide">
      {results.data ? (
        <ResultsWithStory key={results.data.gameId} results={results.data} />
      ) : error ? (
        <Failed
          error={error}
          onRetry={() => void (id === null ? yesterday : results).refetch()}
          isYesterday={id === null}
        />
      ) : (
        <Loading text="Loading results..." />
      )}
    </Page>
  )
}

/** The results, covered by the story, which starts automatically the first time on this device. */
function ResultsWithStory({ results }: { results: GameResults }) {
  const { gameId } = results
  const [isStoryOpen, setStoryOpen] = useState(() => hasStory(results) && !wasOpened(gameId))
  useEffect(() => rememberOpened(gameId), [gameId])
  return (
    <>
      <div className={styles.results}>
        <div className={styles.side}>
          <Summary results={results} />
          <ResultsActions results={results} onWatch={() => setStoryOpen(true)} />
          <PrizesCard results={results} />
          <AttemptsDisclosure results={results} />
          <LiveReactions gameId={gameId} />
        </div>
        <Chain results={results} isPlayers />
      </div>
      {isStoryOpen && (
        <Story
          results={results}
          isPlayers
          onEnd={() => setStoryOpen(false)}
          endAction={<ShareButton size="small" label="Share" shared={resultsLink(results)} />}
        />
      )}
    </>
  )
}

function useGameId(): string | null {
  const [search] = useSearchParams()
  const state: unknown = useLocation().state
  const carried =
    typeof state === 'object' && state !== null && 'gameId' in state && typeof state.gameId === 'string'
      ? state.gameId
      : null
  return search.get('gameId') || carried
}

/** Shown if there was no game yesterday, or after an error. */
function Failed({
  error,
  onRetry,
  isYesterday,
}: {
  error: Error
  onRetry: () => void
  isYesterday: boolean
}) {
  const isNone = isYesterday && 'code' in error && error.code === 'NOT_FOUND'
  if (isNone) {
    return (
      <StatePanel
        picture={<EmptyPicture />}
        title="No Results Available"
        text="There was no game yesterday. Today has one."
        actions={
          <>
            <ButtonLink to={PATHS.home} tone="primary">
              Start Playing
            </ButtonLink>
            <WatchSample />
          </>
        }
      />
    )
  }
  return (
    <LoadFailed
      error={error}
      title="These results could not be loaded"
      text={messageOf(error, 'Failed to load results')}
      onRetry={onRetry}
    >
      <ButtonLink to={PATHS.home}>Go Home</ButtonLink>
    </LoadFailed>
  )
}
