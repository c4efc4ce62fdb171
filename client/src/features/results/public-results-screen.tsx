import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { useQuery } from '@tanstack/react-query'
import { Clapperboard, Play, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { isConnectionLost } from '../../platform/online.ts'
import { messageOf } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { drawingUrl } from '../../ui/drawing.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Page } from '../../ui/page.tsx'
import { LostPicture } from '../../ui/pictures/pictures.tsx'
import { TroublePicture } from '../../ui/pictures/trouble-picture.tsx'
import { Scrap } from '../../ui/scrap.tsx'
import { Loading, StatePanel } from '../../ui/state-panel.tsx'
import { AttemptsDisclosure } from './attempts-disclosure.tsx'
import { Chain } from './chain.tsx'
import { publicResultsQuery } from './public-results.ts'
import styles from './public-results-screen.module.css'
import { hasStory } from './scenes.ts'
import { Story } from './story/story.tsx'
import { Summary } from './summary.tsx'

/** The results behind a shared link, without sign-in. */
export default function PublicResultsScreen() {
  const { gameId = '' } = useParams()
  const [isStoryOpen, setStoryOpen] = useState(false)
  const results = useQuery(publicResultsQuery(gameId))
  const problem =
    gameId === '' ? 'No game ID provided' : results.error && 'Game results not found or not public'
  const isLost = isConnectionLost(results.error)
  return (
    <Page title="Results" heading={null} width="wide">
      <div className={styles.top}>
        <Link to={PATHS.home} aria-label="Inkling">
          <Logo className={styles.logo} />
        </Link>
        <PlayNow />
      </div>
      {results.data ? (
        <>
          <h1 className={styles.title}>Game Results</h1>
          <p className={styles.about}>
            Inkling is a chain of drawings: one player draws a word, the next guesses it, the next draws the
            guess.
          </p>
          <div className={styles.story}>
            {hasStory(results.data) && (
              <StoryCover results={results.data} onWatch={() => setStoryOpen(true)} />
            )}
            <Chain results={results.data} isPlayers={false} />
            <Summary results={results.data} />
            <AttemptsDisclosure attempts={results.data.guessAttempts} />
          </div>
          {isStoryOpen && <Story results={results.data} onEnd={() => setStoryOpen(false)} />}
          <div className={styles.foot}>
            <PlayNow tone="primary" size="large" />
          </div>
        </>
      ) : isLost ? (
        <StatePanel
          role="alert"
          picture={<TroublePicture error={results.error} />}
          title="Game Results Not Available"
          text={messageOf(results.error, '')}
          actions={
            <Button onClick={() => void results.refetch()} icon={<RefreshCw aria-hidden />}>
              Try Again
            </Button>
          }
        />
      ) : problem ? (
        <StatePanel
          role="alert"
          picture={<LostPicture />}
          title="Game Results Not Available"
          text={
            <>
              <span>{problem}</span>
              <br />
              <span>This game may not exist or may not be public yet.</span>
            </>
          }
        />
      ) : (
        <Loading text="Loading results..." />
      )}
    </Page>
  )
}

/** The first drawing, which gives nothing away, and the way into the story. */
function StoryCover({ results: { chain }, onWatch }: { results: GameResults; onWatch: () => void }) {
  const first = chain[0]
  return (
    <Scrap tone="yellow" tape="pink" className={styles.cover} aria-label="The story">
      {first?.content.drawing && (
        <img src={drawingUrl(first.content.drawing)} alt="The first drawing" className={styles.first} />
      )}
      <div className={styles.watch}>
        <p className={styles.question}>What became of it?</p>
        <Button tone="primary" size="large" wide icon={<Clapperboard aria-hidden />} onClick={onWatch}>
          Watch the story
        </Button>
      </div>
    </Scrap>
  )
}

const PlayNow = ({ tone, size }: { tone?: 'primary'; size?: 'large' }) => (
  <ButtonLink to={PATHS.home} tone={tone} size={size} icon={<Play aria-hidden />}>
    Play Now
  </ButtonLink>
)
