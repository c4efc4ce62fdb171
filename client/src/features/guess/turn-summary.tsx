import type { GuessAttempt } from '@inkling/mock-server/contract/schemas/game'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { bestAttempt } from '../../turn/best-guess.ts'
import { clearTurnError, finalizeGuess, useTurn } from '../../turn/turn-store.ts'
import { Button } from '../../ui/button.tsx'
import { Drawing } from '../../ui/drawing.tsx'
import { DonePicture } from '../../ui/pictures/pictures.tsx'
import { ScoreBadge } from '../../ui/score-badge.tsx'
import { HiddenTurnClock } from '../../ui/turn-timer.tsx'
import { Handwritten } from '../../ui/words.tsx'
import { GuessError } from './guess-error.tsx'
import { finalizeProblem } from './guess-problem.ts'
import { MissedPicture } from './missed-picture.tsx'
import styles from './turn-summary.module.css'

export interface GuessSummary {
  drawing: string | null
  attempts: readonly GuessAttempt[]
}

/** The result of the turn. Continue submits the best guess, unless it was submitted when the attempts ran out. */
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
    if (!ranOut || started.current) return
    started.current = true
    void finalizeGuess(best.guess)
  }, [ranOut, best])

  return (
    <div className={styles.summary}>
      <HiddenTurnClock onExpire={submit} />
      {ranOut ? <MissedPicture /> : <DonePicture small />}
      <h2 className={styles.title}>Turn Complete</h2>
      {summary.drawing && (
        <Drawing png={summary.drawing} alt="The drawing that you guessed" className={styles.drawing} />
      )}
      {best && (
        <p className={styles.guess}>
          <Handwritten text={best.guess} />
          <ScoreBadge score={best.similarityScore} />
        </p>
      )}
      {best && <p className={styles.message}>{best.categoryMessage}</p>}
      {ranOut && <p>Five misses! The word is told at midnight.</p>}
      {error && <GuessError problem={finalizeProblem(error)} onDismiss={clearTurnError} />}
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
