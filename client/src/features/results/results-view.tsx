import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import type { ReactNode } from 'react'
import { AttemptsDisclosure } from './attempts-disclosure.tsx'
import { Chain } from './chain.tsx'
import { LiveReactions } from './live-reactions.tsx'
import styles from './results-view.module.css'
import { Summary } from './summary.tsx'

interface ResultsViewProps {
  results: GameResults
  /** Whether the viewer plays here, and may react. */
  isPlayers?: boolean
  /** What else can be done with it. */
  actions?: ReactNode
}

/** A whole chain: how it ended, and how it got there. */
export function ResultsView({ results, isPlayers = false, actions }: ResultsViewProps) {
  return (
    <div className={styles.results}>
      <div className={styles.side}>
        <Summary results={results} />
        {actions && <div className={styles.actions}>{actions}</div>}
        <AttemptsDisclosure attempts={results.guessAttempts} />
        {isPlayers && <LiveReactions gameId={results.gameId} />}
      </div>
      <Chain results={results} isPlayers={isPlayers} />
    </div>
  )
}
