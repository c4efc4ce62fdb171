import type { GuessAttempt } from '@inkling/mock-server/contract/schemas/game'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { bestAttempt } from '../../turn/best-guess.ts'
import { clearTurnError, finalizeGuess, useTurn } from '../../turn/turn-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Inky } from '../../ui/pictures/inky.tsx'
import pictures from '../../ui/pictures/pictures.module.css'
import { DonePicture, Ground, Picture } from '../../ui/pictures/pictures.tsx'
import { DrawingImage } from '../../ui/turn/drawing-image.tsx'
import { ScoreBadge } from '../../ui/turn/score-badge.tsx'
import { HiddenTurnClock } from '../../ui/turn/turn-clock.tsx'
import { InkText } from '../../ui/turn/words.tsx'
import { finalizeProblem, GuessProblemPanel } from './guess-problem.tsx'
import { RightGuess } from './right-guess.tsx'
import styles from './turn-summary.module.css'

export interface GuessSummary {
  drawing: string | null
  attempts: readonly GuessAttempt[]
}

/**
 * The result of the turn. The best guess is submitted at once, so that nobody waits while the player looks at it; Continue
 * tries again if that failed.
 */
export function TurnSummary({ summary }: { summary: GuessSummary }) {
  const navigate = useNavigate()
  const isSubmitting = useTurn((state) => state.isSubmitting)
  const error = useTurn((state) => state.error)
  const best = bestAttempt(summary.attempts)

  const submit = async (): Promise<boolean> => {
    if (!best || useTurn.getState().turn === null) return true
    return finalizeGuess(best.guess)
  }
  const ranOut = best !== null && !best.isCorrect
  const started = useRef(false)
  useEffect(() => {
    if (best === null || started.current) return
    started.current = true
    void finalizeGuess(best.guess)
  }, [best])

  return (
    <div className={styles.summary}>
      <HiddenTurnClock onExpire={submit} />
      {ranOut ? <MissedPicture /> : <DonePicture small />}
      <h2 className={styles.title}>Turn Complete</h2>
      {summary.drawing && (
        <DrawingImage png={summary.drawing} alt="The drawing that you guessed" className={styles.drawing} />
      )}
      {best && (
        <p className="row wrap justify-center gap-3">
          <InkText text={best.guess} />
          <ScoreBadge score={best.similarityScore} />
          {!best.isCorrect && <span>of the word</span>}
        </p>
      )}
      {best && <p className="hand text-2xl">{best.categoryMessage}</p>}
      {best?.isCorrect && <RightGuess attempts={summary.attempts} />}
      {ranOut && <p>Five misses! The word is told at midnight.</p>}
      {error && <GuessProblemPanel problem={finalizeProblem(error)} onDismiss={clearTurnError} />}
      <Button
        tone="go"
        size="large"
        wide
        busy={isSubmitting}
        onClick={() => void submit().then((done) => done && navigate(PATHS.home))}
      >
        Continue
      </Button>
    </div>
  )
}

/** Five misses: Inky winces, and the arrows lie beside the target. */
const MissedPicture = () => (
  <Picture small>
    <Ground />
    <circle className={pictures.sheet} cx="182" cy="86" r="44" />
    <circle className={pictures.colour} fill="var(--pink)" cx="182" cy="86" r="27" />
    <circle className={pictures.sheet} cx="182" cy="86" r="11" />
    <path className={pictures.pen} d="M166 127 L158 158 M198 127 L206 158" />
    <path className={pictures.pen} d="M150 34 L128 18 M128 18 L130 29 M128 18 L139 19 M228 40 L238 24" />
    <g transform="translate(34 30)">
      <Inky mood="wince" />
    </g>
    <path className={pictures.pen} d="M58 112 C46 104 44 92 50 80 M131 112 C140 104 144 94 140 84" />
  </Picture>
)
