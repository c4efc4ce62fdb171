import { Card } from '../../../ui/page/card.tsx'
import { ReviewNote } from '../../../ui/report/review-note.tsx'
import { Veiled } from '../../../ui/report/veiled.tsx'
import { DrawingImage } from '../../../ui/turn/drawing-image.tsx'
import { InkText } from '../../../ui/turn/words.tsx'
import styles from './scene.module.css'
import { SceneReplay } from './scene-replay.tsx'
import type { TimedSceneProps } from './timed-scene.ts'
import { Who } from './who.tsx'

/** The replay of a drawing. The first one does not reveal its word. */
export function DrawingScene({
  scene: { step, png, prompt },
  results: { gameId },
  clock,
  isWhole,
}: TimedSceneProps<'drawing'>) {
  const alt = step.hidden === 'all' ? 'This drawing was removed' : `Drawn by ${step.username}`
  return (
    <Card tape="blue" tapeAt="left" tilt={-0.5} className={styles.card}>
      <Who step={step}>
        {prompt === null ? (
          'drew this'
        ) : (
          <>
            drew <InkText small text={prompt} />
          </>
        )}
      </Who>
      <ReviewNote review={step.review} />
      <div className={styles.picture}>
        <Veiled hidden={step.hidden} reported={{ gameId, kind: 'drawing', stepIndex: step.stepIndex }}>
          <DrawingImage png={step.veiled?.drawing ?? png} alt={alt}>
            {step.strokes !== undefined && step.strokes.length > 0 && !isWhole && (
              <SceneReplay strokes={step.strokes} clock={clock} />
            )}
          </DrawingImage>
        </Veiled>
      </div>
    </Card>
  )
}
