import { linksOf } from '@inkling/mock-server/contract/chain-links'
import type { ChainStep, GameResults } from '@inkling/mock-server/contract/schemas/results'
import { lookalikeNumbers } from '@inkling/mock-server/rules/username/lookalikes'
import styles from './chain.module.css'
import { Step } from './step.tsx'

/** The steps of the chain, one below the other. */
export function Chain({ results, isPlayers }: { results: GameResults; isPlayers: boolean }) {
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
