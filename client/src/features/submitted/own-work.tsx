import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { DonePicture } from '../../ui/pictures/pictures.tsx'
import { ReviewNote } from '../../ui/report/review-note.tsx'
import { DrawingImage } from '../../ui/turn/drawing-image.tsx'
import { InkText } from '../../ui/turn/words.tsx'
import styles from './own-work.module.css'

/** The player's submission, or an illustration if there is none. */
export function OwnWork({ today }: { today: Today | undefined }) {
  const own = today?.yourSubmission
  if (own?.drawing) {
    return (
      <figure className={styles.work}>
        <ReviewNote review={own.review} />
        <DrawingImage png={own.drawing} alt="Your drawing" className={styles.drawing} />
        {today?.word && (
          <figcaption>
            <InkText small text={today.word} />
          </figcaption>
        )}
      </figure>
    )
  }
  if (own?.guess) {
    const seen = today?.yourPreviousEntry?.drawing
    return (
      <figure className={styles.work}>
        {seen && <DrawingImage png={seen} alt="The drawing that you guessed" className={styles.seen} />}
        <figcaption>
          <InkText text={own.guess} />
        </figcaption>
        <ReviewNote review={own.review} />
      </figure>
    )
  }
  return <DonePicture />
}
