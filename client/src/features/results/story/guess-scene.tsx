import { nearnessText } from '@inkling/mock-server/contract/nearness'
import { tierOf } from '@inkling/mock-server/contract/score-tiers'
import { useEffect, useMemo, useRef } from 'react'
import { play } from '../../../platform/sound/sound.ts'
import { ShareButton } from '../../../ui/controls/share-button.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { Badge } from '../../../ui/players/badge.tsx'
import { ReviewNote } from '../../../ui/report/review-note.tsx'
import { Veiled } from '../../../ui/report/veiled.tsx'
import { SAMPLE_GAME } from '../../../ui/sample/sample-game.ts'
import { DrawingImage } from '../../../ui/turn/drawing-image.tsx'
import { ScoreBadge } from '../../../ui/turn/score-badge.tsx'
import { InkText } from '../../../ui/turn/words.tsx'
import { OfPrompt, WentWrong } from '../chain/likeness.tsx'
import { Tries } from '../chain/tries.tsx'
import { guessTimes } from '../scenes.ts'
import { resultsLink } from '../sharing/results-link.ts'
import styles from './scene.module.css'
import type { SceneClock } from './scene-clock.ts'
import { Splash } from './splash.tsx'
import type { TimedSceneProps } from './timed-scene.ts'
import { useMoment, useMoments } from './use-moment.ts'
import { Who } from './who.tsx'

/** A guess: first the drawing, then what was tried in vain, the guess and its score, with pauses between them. */
export function GuessScene({
  scene: { step, guess, tries, seen, prompt, wentWrong },
  results,
  clock,
  isWhole,
}: TimedSceneProps<'guess'>) {
  const times = useMemo(() => guessTimes(tries), [tries])
  const tried = useMoments(clock, times.tried, isWhole)
  const isWritten = useMoment(clock, times.written, isWhole)
  const isCounting = useMoment(clock, times.scoredFrom, isWhole)
  const isScored = useMoment(clock, times.scored, isWhole)
  const score = step.similarityScore
  useEffect(() => {
    if ((tried > 0 || isWritten) && !isWhole) play('pencil')
  }, [tried, isWritten, isWhole])
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
      <Tries tries={tries} shown={tried} className={styles.tries} />
      <div className={styles.written} data-come={isWritten}>
        {!isWritten && (
          <span className={styles.thinking} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
        )}
        <Veiled
          hidden={step.hidden}
          reported={{ gameId: results.gameId, kind: 'guess', stepIndex: step.stepIndex }}
          isLine
        >
          <p className={styles.guess}>
            <InkText text={step.veiled?.guess ?? guess} />
          </p>
        </Veiled>
      </div>
      {score !== undefined && (
        <div className={styles.likeness}>
          <strong className={styles.near} data-come={isScored}>
            {nearnessText(score)}
          </strong>
          <p className={styles.score} data-come={isCounting} data-scored={isScored}>
            {isScored ? (
              <ScoreBadge score={score} />
            ) : (
              <CountingBadge score={score} clock={clock} times={times} />
            )}
          </p>
          <p className={styles.of} data-come={isScored}>
            <OfPrompt prompt={prompt} />
          </p>
        </div>
      )}
      {wentWrong && (
        <div className={styles.wrong} data-come={isScored}>
          <Splash come={isScored} />
          <WentWrong />
          {results.gameId !== SAMPLE_GAME && (
            <ShareButton tone="primary" size="small" label="Send this on" shared={resultsLink(results)} />
          )}
        </div>
      )}
    </Card>
  )
}

interface CountingBadgeProps {
  score: number
  clock: SceneClock
  times: Pick<ReturnType<typeof guessTimes>, 'scoredFrom' | 'scored'>
}

/** Counts up to the score without revealing its colour. */
function CountingBadge({ score, clock, times: { scoredFrom, scored } }: CountingBadgeProps) {
  const number = useRef<HTMLSpanElement>(null)
  useEffect(
    () =>
      clock.listen((elapsed) => {
        const part = (elapsed - scoredFrom) / (scored - scoredFrom)
        const slowing = 1 - (1 - Math.min(1, Math.max(0, part))) ** 3
        if (number.current) number.current.textContent = `${Math.round(score * slowing)}%`
      }),
    [clock, score, scoredFrom, scored],
  )
  return (
    <Badge>
      <span ref={number} aria-hidden="true" />
    </Badge>
  )
}
