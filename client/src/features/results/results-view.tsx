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
  /** Whether the viewer has seen the ending. If not, spoilers come after the chain. */
  isEndingKnown: boolean
  /** Further actions. */
  actions?: ReactNode
}

/** A whole chain: how it ended, and how it got there. */
export function ResultsView({ results, isPlayers = false, isEndingKnown, actions }: ResultsViewProps) {
  return (
    <div className={styles.results}>
      <div className={styles.side}>
        {isEndingKnown && <Summary results={results} />}
        {actions}
        {isEndingKnown && <AttemptsDisclosure attempts={results.guessAttempts} />}
        {isPlayers && <LiveReactions gameId={results.gameId} />}
      </div>
      <div className={styles.main}>
        <Chain results={results} isPlayers={isPlayers} />
        {!isEndingKnown && (
          <>
            <Summary results={results} />
            <AttemptsDisclosure attempts={results.guessAttempts} />
          </>
        )}
      </div>
    </div>
  )
}
