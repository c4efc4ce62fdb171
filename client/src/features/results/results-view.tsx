import { linksOf } from '@inkling/mock-server/contract/chain-links'
import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { ChainStep, GameResults } from '@inkling/mock-server/contract/schemas/results'
import { lookalikeNumbers } from '@inkling/mock-server/rules/username/lookalikes'
import type { ReactNode } from 'react'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { AttemptsDisclosure } from './chain/attempts-disclosure.tsx'
import { Step } from './chain/step.tsx'
import { useReactionSocket } from './chain/use-reaction-socket.ts'
import { useGameReactions } from './chain/use-reactions.ts'
import styles from './results-view.module.css'
import { Summary } from './summary.tsx'

interface ResultsViewProps {
  results: GameResults
  /** Whether the viewer is a signed-in player, who may react. */
  isPlayers?: boolean
  /** Further actions. */
  actions?: ReactNode
  /** Shows the chain first, so that the end is not given away to somebody who does not know the game. */
  endsLast?: boolean
}

/**
 * The results of a game: summary, attempts, actions, then the chain, unless `endsLast` (SCREENS.md, Results and story).
 */
export function ResultsView({ results, isPlayers = false, actions, endsLast = false }: ResultsViewProps) {
  if (endsLast) {
    return (
      <div className={styles.reveal}>
        {actions}
        <Chain results={results} isPlayers={isPlayers} />
        <Summary results={results} />
        <AttemptsDisclosure attempts={results.guessAttempts} />
      </div>
    )
  }
  return (
    <div className={styles.results}>
      <div className={styles.side}>
        <Summary results={results} />
        {actions}
        <AttemptsDisclosure attempts={results.guessAttempts} />
        {isPlayers && <LiveReactions gameId={results.gameId} />}
      </div>
      <div className={styles.main}>
        <Chain results={results} isPlayers={isPlayers} />
      </div>
    </div>
  )
}

/** Updates the reactions of a game live while rendered. Reports a failed load once for all steps. */
function LiveReactions({ gameId }: { gameId: string }) {
  useReactionSocket(gameId)
  const { error } = useGameReactions(gameId)
  return error && <Notice tone="red">{problemText(error)}</Notice>
}

/** Contains the status text of a response; a lost connection has none. */
const problemText = (error: Error): string =>
  error instanceof ApiError
    ? `Failed to fetch reactions: ${error.statusText || error.message}`
    : 'Failed to load reactions'

/** The steps of the chain, one below the other. */
function Chain({ results, isPlayers }: { results: GameResults; isPlayers: boolean }) {
  const people = new Map(results.chain.map((step) => [idOf(step), step.username]))
  const numbers = lookalikeNumbers([...people].map(([userId, username]) => ({ userId, username })))
  return (
    <ol className={styles.chain} aria-label="The chain">
      {linksOf(results).map((link) => (
        <Step
          key={link.step.stepIndex}
          link={link}
          number={numbers.get(idOf(link.step))}
          gameId={results.gameId}
          isPlayers={isPlayers}
        />
      ))}
    </ol>
  )
}

/** Public results have no ids, so there a name stands for its player, and equal names for one. */
const idOf = ({ userId, username }: ChainStep): string => userId ?? username
