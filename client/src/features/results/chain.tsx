import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { lookalikeNumbers } from '@inkling/mock-server/rules/username/lookalikes'
import styles from './chain.module.css'
import { linksOf } from './links.ts'
import { Step } from './step.tsx'

/** The steps of the chain, one below the other. */
export function Chain({ results, isPlayers }: { results: GameResults; isPlayers: boolean }) {
  const numbers = lookalikeNumbers(
    results.chain.flatMap(({ userId, username }) => (userId === null ? [] : [{ userId, username }])),
  )
  return (
    <ol className={styles.chain} aria-label="The chain">
      {linksOf(results).map((link) => (
        <Step
          key={link.step.stepIndex}
          link={link}
          number={numbers.get(link.step.userId ?? '')}
          gameId={results.gameId}
          isPlayers={isPlayers}
        />
      ))}
    </ol>
  )
}
