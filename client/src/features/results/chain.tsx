import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import styles from './chain.module.css'
import { Step } from './step.tsx'

/** The chain of steps, one taped below the other. */
export function Chain({ results, isPlayers }: { results: GameResults; isPlayers: boolean }) {
  return (
    <ol className={styles.chain} aria-label="The chain">
      {results.chain.map((step) => (
        <Step key={step.stepIndex} step={step} gameId={results.gameId} isPlayers={isPlayers} />
      ))}
    </ol>
  )
}
