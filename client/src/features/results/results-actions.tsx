import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { ShareButton } from '../../ui/share-button.tsx'
import styles from './results-actions.module.css'
import { hasStory } from './scenes.ts'
import { sharedResults } from './shared-results.ts'
import { MoreWaysButton } from './sharing/more-ways-button.tsx'
import { StoryButton } from './story/story-button.tsx'

/** The actions for results. */
export function ResultsActions({ results, onWatch }: { results: GameResults; onWatch: () => void }) {
  return (
    <div className={styles.actions}>
      <ShareButton tone="primary" wide label="Share Results" shared={sharedResults(results)} />
      {hasStory(results) && (
        <div className={styles.quiet}>
          <StoryButton tone="quiet" label="Watch again" onClick={onWatch} />
          <MoreWaysButton results={results} />
        </div>
      )}
    </div>
  )
}
