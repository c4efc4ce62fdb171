import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import type { ReactNode } from 'react'
import { AttemptsDisclosure } from './attempts-disclosure.tsx'
import { Chain } from './chain.tsx'
import { LiveReactions } from './live-reactions.tsx'
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
