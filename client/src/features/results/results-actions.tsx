import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { Clapperboard, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { ShareButton } from '../../ui/controls/share-button.tsx'
import { loadDialog } from '../../ui/page/load-screen.ts'
import styles from './results-actions.module.css'
import { hasStory } from './scenes.ts'
import { resultsLink } from './sharing/results-link.ts'

/** The actions for results. */
export function ResultsActions({ results, onWatch }: { results: GameResults; onWatch: () => void }) {
  return (
    <div className="stack gap-2">
      <ShareButton tone="primary" wide label="Share Results" shared={resultsLink(results)} />
      {hasStory(results) && (
        <div className={styles.quiet}>
          <StoryButton tone="quiet" label="Watch again" onClick={onWatch} />
          <MoreWaysButton results={results} />
        </div>
      )}
    </div>
  )
}

interface StoryButtonProps {
  label: string
  tone?: 'plain' | 'quiet'
  onClick: () => void
}

/** Plays the story of the chain. */
const StoryButton = ({ label, tone, onClick }: StoryButtonProps) => (
  <Button size="small" tone={tone} icon={<Clapperboard aria-hidden />} onClick={onClick}>
    {label}
  </Button>
)

const ShareDialog = loadDialog(() => import('./sharing/share-dialog.tsx'))

/** Opens further ways to share a chain: as text, picture or GIF. */
function MoreWaysButton({ results }: { results: GameResults }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" tone="quiet" icon={<Share2 aria-hidden />} onClick={() => setOpen(true)}>
        Picture, GIF or text
      </Button>
      {isOpen && <ShareDialog results={results} onClose={() => setOpen(false)} />}
    </>
  )
}
