import { tierOf } from '@inkling/mock-server/contract/score-tiers'
import { useEffect, useRef } from 'react'
import { play } from '../../../platform/sound/sound.ts'
import { Card } from '../../../ui/page/card.tsx'
import { Badge } from '../../../ui/players/badge.tsx'
import { ReviewNote } from '../../../ui/report/review-note.tsx'
import { Veiled } from '../../../ui/report/veiled.tsx'
import { DrawingImage } from '../../../ui/turn/drawing-image.tsx'
import { ScoreBadge } from '../../../ui/turn/score-badge.tsx'
import { InkText } from '../../../ui/turn/words.tsx'
import { OfPrompt, WentWrong } from '../chain/likeness.tsx'
import { GUESS_SCORED_AT, GUESS_SCORED_FROM, GUESS_WRITTEN_AT } from '../scenes.ts'
import styles from './scene.module.css'
import type { SceneClock } from './scene-clock.ts'
import type { TimedSceneProps } from './timed-scene.ts'
import { useMoment } from './use-moment.ts'
import { Who } from './who.tsx'

/** A guess: first the drawing, then the guess, then the score, with pauses between them. */
export function GuessScene({
  scene: { step, guess, seen, prompt, wentWrong },
  gameId,
  clock,
  isWhole,
}: TimedSceneProps<'guess'>) {
  const isWritten = useMoment(clock, GUESS_WRITTEN_AT, isWhole)
  const isCounting = useMoment(clock, GUESS_SCORED_FROM, isWhole)
  const isScored = useMoment(clock, GUESS_SCORED_AT, isWhole)
  const score = step.similarityScore
  useEffect(() => {
    if (isWritten && !isWhole) play('pencil')
  }, [isWritten, isWhole])
  useEffect(() => {
    if (isScored && !isWhole && tierOf('temperature', score ?? 0) === 'hot') play('chime')
  }, [isScored, isWhole, score])
  return (
    <Card tape="purple" tapeAt="right" tilt={0.5} className={styles.card}>
      <Who step={step}>{seen ? 'looked at this, and guessed' : 'guessed'}</Who>
      {seen && (
        <div className={styles.seen}>
          <DrawingImage png={seen} alt="The drawing to guess" />
        </div>
      )}
      <ReviewNote review={step.review} />
      <div className={styles.written} data-come={isWritten}>
        {!isWritten && (
          <span className={styles.thinking} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
        )}
        <Veiled hidden={step.hidden} reported={{ gameId, kind: 'guess', stepIndex: step.stepIndex }} isLine>
          <p className={styles.guess}>
            <InkText text={step.veiled?.guess ?? guess} />
          </p>
        </Veiled>
      </div>
      {score !== undefined && (
        <div className={styles.likeness}>
          <p className={styles.score} data-come={isCounting} data-scored={isScored}>
            {isScored ? <ScoreBadge score={score} /> : <CountingBadge score={score} clock={clock} />}
          </p>
          <p className={styles.of} data-come={isScored}>
            <OfPrompt prompt={prompt} />
            {wentWrong && <WentWrong />}
          </p>
        </div>
      )}
    </Card>
  )
}

/** Counts up to the score without revealing its colour. */
function CountingBadge({ score, clock }: { score: number; clock: SceneClock }) {
  const number = useRef<HTMLSpanElement>(null)
  useEffect(
    () =>
      clock.listen((elapsed) => {
        const part = (elapsed - GUESS_SCORED_FROM) / (GUESS_SCORED_AT - GUESS_SCORED_FROM)
        const slowing = 1 - (1 - Math.min(1, Math.max(0, part))) ** 3
        if (number.current) number.current.textContent = `${Math.round(score * slowing)}%`
      }),
    [clock, score],
  )
  return (
    <Badge>
      <span ref={number} aria-hidden="true" />
    </Badge>
  )
}
