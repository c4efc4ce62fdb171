import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { AttemptsDisclosure } from './attempts-disclosure.tsx'
import { Chain } from './chain.tsx'
import { LiveReactions } from './live-reactions.tsx'
import styles from './results-view.module.css'
import { Summary } from './summary.tsx'

/** A whole chain: how it ended, and how it got there. */
export function ResultsView({ results, isPlayers = false }: { results: GameResults; isPlayers?: boolean }) {
  return (
    <div className={styles.results}>
      <div className={styles.side}>
        <Summary results={results} />
        <AttemptsDisclosure attempts={results.guessAttempts} />
      </div>
      {isPlayers && <LiveReactions gameId={results.gameId} />}
      <Chain results={results} isPlayers={isPlayers} />
    </div>
  )
}
