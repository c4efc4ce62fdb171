import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { useState } from 'react'
import { loadDialog } from '../../ui/page/load-screen.ts'
import { drawingUrl } from '../../ui/turn/drawing-image.tsx'
import { InkText } from '../../ui/turn/words.tsx'
import styles from './own-submission.module.css'

const SubmissionDialog = loadDialog(() => import('./submission-dialog.tsx'))

/** A preview of the player's submission. A tap opens it. */
export function OwnSubmission({ today }: { today: Today }) {
  const [isOpen, setOpen] = useState(false)
  const { yourSubmission } = today
  if (!yourSubmission) return null
  return (
    <>
      <button
        type="button"
        className={styles.preview}
        onClick={() => setOpen(true)}
        aria-label="Your Submission"
      >
        {yourSubmission.drawing ? (
          <img src={drawingUrl(yourSubmission.drawing)} alt="" width={96} height={96} />
        ) : (
          <InkText small text={yourSubmission.guess ?? ''} />
        )}
      </button>
      {isOpen && <SubmissionDialog today={today} onClose={() => setOpen(false)} />}
    </>
  )
}
