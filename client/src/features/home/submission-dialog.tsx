import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ReviewNote } from '../../ui/report/review-note.tsx'
import { DrawingImage } from '../../ui/turn/drawing-image.tsx'
import { InkText } from '../../ui/turn/words.tsx'
import styles from './submission-dialog.module.css'

/** The player's submission today: a drawing with its word, or a guess with the guessed drawing. */
export default function SubmissionDialog({ today, onClose }: { today: Today; onClose: () => void }) {
  const { yourSubmission: own, yourPreviousEntry: before, word } = today
  const drawing = own?.drawing ?? before?.drawing
  return (
    <Dialog title="Your Submission" onClose={onClose}>
      <div className="stack gap-4">
        <ReviewNote review={own?.review} />
        {drawing && (
          <DrawingImage png={drawing} alt={own?.drawing ? 'Your drawing' : 'The drawing that you guessed'} />
        )}
        <dl className={styles.words}>
          {word && (
            <div>
              <dt>The word</dt>
              <dd>
                <InkText small text={word} />
              </dd>
            </div>
          )}
          {own?.guess && (
            <div>
              <dt>Your guess</dt>
              <dd>
                <InkText small text={own.guess} />
              </dd>
            </div>
          )}
        </dl>
      </div>
    </Dialog>
  )
}
