import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { useQuery } from '@tanstack/react-query'
import { Clapperboard, Play, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { isConnectionLost } from '../../platform/online.ts'
import { rememberOpened, wasOpened } from '../../session/device/opened-games.ts'
import { groupCodeIn, isPlayerHere } from '../../session/device/pending-group-code.ts'
import { messageOf } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Logo } from '../../ui/page/logo.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Loading, StatePanel } from '../../ui/page/state-panel.tsx'
import { LostPicture } from '../../ui/pictures/screen-pictures.tsx'
import { TroublePicture } from '../../ui/pictures/trouble-picture.tsx'
import { Invitation } from '../../ui/players/invitation.tsx'
import { drawingUrl } from '../../ui/turn/drawing-image.tsx'
import { AttemptsDisclosure } from './chain/attempts-disclosure.tsx'
import { Chain } from './chain/chain.tsx'
import { GuessFirst } from './guess-first/guess-first.tsx'
import { Verdict } from './guess-first/verdict.tsx'
import type { Own } from './guess-first/verdict-text.ts'
import { InvitedPlayer } from './invited-player.tsx'
import { PrizesCard } from './prizes-card.tsx'
import { publicResultsQuery } from './public-results.ts'
import styles from './public-results-screen.module.css'
import { hasStory } from './scenes.ts'
import { Story } from './story/story.tsx'
import { Summary } from './summary.tsx'

/** The results behind a shared link, without sign-in. */
export default function PublicResultsScreen() {
  const { gameId = '' } = useParams()
  const { search } = useLocation()
  const [invitedTo] = useState(() => (isPlayerHere() && groupCodeIn(search)) || null)
  const [isStoryOpen, setStoryOpen] = useState(false)
  const { asks, own, end } = useGuessFirst(gameId)
  const results = useQuery(publicResultsQuery(gameId))
  const problem =
    gameId === '' ? 'No game ID provided' : results.error && 'Game results not found or not public'
  const isLost = isConnectionLost(results.error)
  return (
    <Page title="Results" heading={null} width="wide">
      <div className="row wrap justify-between gap-3">
        <Link to={PATHS.home} aria-label="Inkling">
          <Logo className={styles.logo} />
        </Link>
        {/* The story comes first. */}
        {!problem && <PlayNow tone="plain" />}
      </div>
      {results.data && asks && isDrawingFirst(results.data) ? (
        <>
          <div className={styles.head}>
            <h1 className="text-3xl">Game Results</h1>
            <Invitation />
            <p>Friends draw and guess in turns, one word a day. This is where a chain of theirs began.</p>
          </div>
          <GuessFirst
            results={results.data}
            drawing={results.data.chain[0]?.content.drawing ?? ''}
            onEnd={end}
          />
        </>
      ) : results.data ? (
        <>
          <div className={styles.head}>
            <h1 className="text-3xl">Game Results</h1>
            {invitedTo === null ? <Invitation /> : <InvitedPlayer code={invitedTo} />}
            <p>Friends draw and guess in turns, one word a day. See where a chain of theirs went.</p>
          </div>
          {/* The chain comes first, so that the end is not given away to somebody who does not know the game. */}
          <div className={styles.results}>
            {own !== undefined ? (
              <Verdict results={results.data} own={own}>
                <WatchStory onWatch={() => setStoryOpen(true)} />
              </Verdict>
            ) : (
              hasStory(results.data) && (
                <StoryCover results={results.data} onWatch={() => setStoryOpen(true)} />
              )
            )}
            <Chain results={results.data} />
            <Summary results={results.data} />
            <PrizesCard results={results.data} />
            <AttemptsDisclosure results={results.data} />
          </div>
          {isStoryOpen && (
            <Story
              results={results.data}
              onEnd={() => setStoryOpen(false)}
              endAction={
                <ButtonLink to={PATHS.home} size="small" tone="primary">
                  Draw your own
                </ButtonLink>
              }
            />
          )}
          <div className={styles.foot}>
            <PlayNow tone="primary" />
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
          actions={<PlayNow tone="primary" />}
        />
      ) : (
        <Loading text="Loading results..." />
      )}
    </Page>
  )
}

/** Asks somebody who does not play here, once a game, to guess the first drawing. `own` is how they did. */
function useGuessFirst(gameId: string) {
  const [isKnown] = useState(() => isPlayerHere() || wasOpened(gameId))
  const [own, setOwn] = useState<Own | undefined>(undefined)
  const end = (how: Own) => {
    rememberOpened(gameId)
    setOwn(how)
  }
  return { asks: !isKnown && own === undefined, own, end }
}

const isDrawingFirst = ({ chain: [first] }: GameResults): boolean =>
  first?.content.drawing !== undefined && first.hidden === undefined

/** The first drawing, which gives nothing away, and the way into the story. */
function StoryCover({ results: { chain }, onWatch }: { results: GameResults; onWatch: () => void }) {
  const first = chain[0]
  return (
    <Card tone="yellow" tape="pink" className={styles.cover} aria-label="The story">
      {first?.content.drawing && (
        <img src={drawingUrl(first.content.drawing)} alt="The first drawing" className={styles.first} />
      )}
      <WatchStory onWatch={onWatch} />
    </Card>
  )
}

const WatchStory = ({ onWatch }: { onWatch: () => void }) => (
  <Button
    tone="primary"
    size="large"
    icon={<Clapperboard aria-hidden />}
    onClick={onWatch}
    className={styles.watch}
  >
    Watch the story
  </Button>
)

const PlayNow = ({ tone = 'primary' }: { tone?: 'primary' | 'plain' }) => (
  <ButtonLink to={PATHS.home} tone={tone} icon={<Play aria-hidden />}>
    Play Now
  </ButtonLink>
)
