import type { Link } from '@inkling/mock-server/contract/chain-links'
import { nearnessText } from '@inkling/mock-server/contract/nearness'
import { Badge } from '../../../ui/players/badge.tsx'
import { ScoreBadge } from '../../../ui/turn/score-badge.tsx'
import styles from './likeness.module.css'

/** How near a guess is to its prompt: "Far off: 19% of volcano". */
export function Likeness({ link: { step, prompt, wentWrong } }: { link: Link }) {
  if (step.similarityScore === undefined) return null
  return (
    <div className={styles.likeness}>
      <p className={styles.score}>
        <strong>{nearnessText(step.similarityScore)}</strong>
        <ScoreBadge score={step.similarityScore} />
        <OfPrompt prompt={prompt} />
      </p>
      {wentWrong && <WentWrong />}
    </div>
  )
}

/** What a score is a percentage of. */
export const OfPrompt = ({ prompt }: { prompt: string }) => (
  <span className={styles.of}>
    of{' '}
    <strong className={styles.prompt} translate="no">
      {prompt}
    </strong>
  </span>
)

/** Marks the biggest fall of the chain. */
export const WentWrong = () => <Badge tone="pink">Here it went wrong</Badge>
