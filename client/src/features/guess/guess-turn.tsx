import type { GuessAttempt, TurnView } from '@inkling/mock-server/contract/schemas/game'
import { useNavigate } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { bestAttempt, useChosenGuess } from '../../turn/best-guess.ts'
import { clearTurnError, endTurn, finalizeGuess, passTurn, useTurn } from '../../turn/turn-store.ts'
import { useSecondsLeft, useTurnExpiry } from '../../turn/turn-timer.ts'
import { Button } from '../../ui/button.tsx'
import { Drawing } from '../../ui/drawing.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TurnTimer } from '../../ui/turn-timer.tsx'
import { AttemptList } from './attempt-list.tsx'
import { GuessForm } from './guess-form.tsx'
import styles from './guess-turn.module.css'
import { useGuessing } from './use-guessing.ts'

export function GuessTurn({ turn, onDone }: { turn: TurnView; onDone: () => void }) {
  const navigate = useNavigate()
  const secondsLeft = useSecondsLeft()
  const guessing = useGuessing(turn, onDone)
  const { selected, choose } = useChosenGuess(guessing.listed)
  const isSubmitting = useTurn((state) => state.isSubmitting)
  const error = useTurn((state) => state.error)

  const finalize = async (attempt: GuessAttempt | null) => {
    if (!attempt) return guessing.complain('Please make at least one guess before finalizing')
    if (await finalizeGuess(attempt.guess)) await navigate(PATHS.home)
  }
  useTurnExpiry(secondsLeft, () => {
    // Among all of them: the last one may not have joined the list yet.
    const best = bestAttempt(turn.currentAttempts)
    if (best) return void finalize(best)
    // Nothing was guessed, and nothing is left to wait for. If this call fails, the server ends the turn by itself.
    passTurn()
      .catch((error: unknown) => console.info('Failed to skip turn:', error))
      .finally(endTurn)
  })

  const problem = guessing.error ?? error
  return (
    <div className={styles.turn}>
      <div className={styles.top}>
        <p className={styles.question}>What is this?</p>
        {secondsLeft !== null && <TurnTimer secondsLeft={secondsLeft} />}
      </div>
      {turn.previousEntry?.drawing && (
        <Drawing png={turn.previousEntry.drawing} alt="The drawing to guess" className={styles.drawing} />
      )}
      <div className={styles.side}>
        <GuessForm
          shown={guessing.shown}
          isBusy={guessing.isBusy}
          isLocked={guessing.isLocked}
          attemptsRemaining={turn.attemptsRemaining}
          onGuess={guessing.guess}
        />
        {problem && (
          <Notice
            tone="red"
            title="Error"
            onDismiss={() => {
              guessing.complain(null)
              clearTurnError()
            }}
          >
            {problem}
          </Notice>
        )}
        <AttemptList attempts={guessing.listed} selected={selected} onSelect={choose} />
        <Button
          wide
          busy={isSubmitting}
          disabled={guessing.isLocked || guessing.isBusy}
          onClick={() => void finalize(selected)}
        >
          Finalize Turn
        </Button>
      </div>
    </div>
  )
}
