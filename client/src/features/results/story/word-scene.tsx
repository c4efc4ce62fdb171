import { useEffect } from 'react'
import { play } from '../../../platform/sound/sound.ts'
import { Card } from '../../../ui/page/card.tsx'
import { DrawingImage } from '../../../ui/turn/drawing-image.tsx'
import { InkText } from '../../../ui/turn/words.tsx'
import { WORD_TURNS_AT } from '../scenes.ts'
import styles from './scene.module.css'
import type { TimedSceneProps } from './timed-scene.ts'
import { useMoment } from './use-moment.ts'

/** A card that turns over to reveal the word of the day. */
export function WordScene({ scene: { word, seen }, clock, isWhole }: TimedSceneProps<'word'>) {
  const isTurned = useMoment(clock, WORD_TURNS_AT, isWhole)
  useEffect(() => {
    if (isTurned && !isWhole) play('page')
  }, [isTurned, isWhole])
  return (
    <Card tape="yellow" tilt={0.5} className={styles.card}>
      {seen && (
        <div className={styles.seen}>
          <DrawingImage png={seen} alt="The first drawing" />
        </div>
      )}
      <p className="text-lg">The word was</p>
      <div className={styles.flip} data-turned={isTurned}>
        <div className={styles.back} aria-hidden="true">
          ?
        </div>
        <div className={styles.front} aria-hidden={!isTurned}>
          <InkText text={word} />
        </div>
      </div>
    </Card>
  )
}
