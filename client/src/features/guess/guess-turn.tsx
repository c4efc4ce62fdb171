import type { GuessAttempt, TurnView } from '@inkling/mock-server/contract/schemas/game'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { askToConfirm, dismissQuestion } from '../../platform/question.ts'
import { useVisibleHeight } from '../../platform/visible-height.ts'
import { isolatedName } from '../../session/names/isolated-name.ts'
import { messageOf } from '../../session/session.ts'
import { bestAttempt, useChosenGuess } from '../../turn/best-guess.ts'
import { useToday } from '../../turn/today.ts'
import {
  attemptsRefreshed,
  clearTurnError,
  endTurn,
  finalizeGuess,
  leavePassedTurn,
  skipTurn,
  useTurn,
} from '../../turn/turn-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { bannerSlot } from '../../ui/page/banner-slot.ts'
import { ReportButton } from '../../ui/report/report-button.tsx'
import { Veiled } from '../../ui/report/veiled.tsx'
import { DrawingImage } from '../../ui/turn/drawing-image.tsx'
import { PassTurn } from '../../ui/turn/pass-turn.tsx'
import { TurnClock } from '../../ui/turn/turn-clock.tsx'
import { AttemptList } from './attempt-list.tsx'
import { GuessForm } from './guess-form.tsx'
import { finalizeProblem, GuessProblemPanel } from './guess-problem.tsx'
import styles from './guess-turn.module.css'
import { useGuessing } from './use-guessing.ts'

/** The drawing as large as possible, the attempts so far, and the next guess. */
export function GuessTurn({ turn, onDone }: { turn: TurnView; onDone: () => void }) {
  const navigate = useNavigate()
  const screen = useRef<HTMLDivElement>(null)
  useVisibleHeight(screen)
  const guessing = useGuessing(turn, onDone)
  const { data: today } = useToday({ poll: false })
  const hidden = today?.yourPreviousEntry?.hidden ?? turn.previousEntry?.hidden
  const { selectedOf, choose } = useChosenGuess()
  const selected = selectedOf(guessing.listed)
  const isSubmitting = useTurn((state) => state.isSubmitting)
  const error = useTurn((state) => state.error)

  // Whether the player wants to finalize without a guess.
  const [isTooEarly, setTooEarly] = useState(false)

  const finalize = async (attempt: GuessAttempt) => {
    if (await finalizeGuess(attempt.guess)) await navigate(PATHS.home)
  }
  const finalizeSelected = async () => {
    await attemptsRefreshed()
    const now = useTurn.getState().turn
    const attempt = now && selectedOf(now.currentAttempts)
    if (!attempt) return setTooEarly(true)
    if (now.attemptsRemaining === 0 || (await askToPassOn(attempt, now.attemptsRemaining)))
      await finalize(attempt)
  }
  const onExpire = async () => {
    dismissQuestion()
    try {
      await guessing.close()
    } catch (error) {
      // The server ends the turn with the best stored guess, which this page may not know.
      return guessing.setProblem(finalizeProblem(messageOf(error, '')))
    }
    // Including an attempt that is still on the button.
    const best = bestAttempt(useTurn.getState().turn?.currentAttempts ?? [])
    if (best) return void finalize(best)
    // Without a guess, skip the turn. If the call fails, the server expires the turn.
    skipTurn()
      .catch((error: unknown) => console.info('Failed to skip turn:', error))
      .finally(endTurn)
  }

  const problem = guessing.problem ?? (error === null ? null : finalizeProblem(error))
  return (
    <div ref={screen} className={styles.screen}>
      <div className={styles.turn}>
        <div ref={bannerSlot} className={styles.banner} />
        <div className={styles.top}>
          <div>
            <p className={styles.question}>What is this?</p>
            <p className="text-sm soft">{attemptsText(turn)}</p>
          </div>
          <div className="row gap-1">
            {hidden === undefined && (
              <ReportButton
                isOnTurn
                thing={{ gameId: turn.gameId, kind: 'drawing', userId: null, username: 'this player' }}
                onPassed={() => void leavePassedTurn().then(() => navigate(PATHS.home, { replace: true }))}
              />
            )}
            <TurnClock onExpire={onExpire} />
          </div>
        </div>
        <div className={styles.drawing}>
          {hidden === 'all' ? (
            <RemovedDrawing />
          ) : (
            <Veiled
              hidden={hidden}
              reported={{ gameId: turn.gameId, kind: 'drawing' }}
              className={styles.veil}
            >
              {turn.previousEntry?.drawing && (
                <DrawingImage
                  png={turn.previousEntry.drawing}
                  alt="The drawing to guess"
                  className={styles.sheet}
                />
              )}
            </Veiled>
          )}
        </div>
        <div className={styles.list}>
          {guessing.listed.length > 0 ? (
            <AttemptList attempts={guessing.listed} selected={selected} onSelect={choose} />
          ) : (
            <p className={styles.advice} role={isTooEarly ? 'alert' : undefined}>
              {isTooEarly
                ? 'Please make at least one guess before finalizing'
                : 'Your tries come here, and the best one is passed on.'}
            </p>
          )}
        </div>
        <div className={styles.form}>
          <GuessForm guessing={guessing} />
          {problem && (
            <div className={styles.error}>
              <GuessProblemPanel
                problem={problem}
                onDismiss={() => {
                  guessing.setProblem(null)
                  clearTurnError()
                }}
              />
            </div>
          )}
        </div>
        <div className={styles.finalize}>
          <Button
            tone={guessing.listed.length === 0 ? 'quiet' : 'plain'}
            size="small"
            busy={isSubmitting}
            disabled={guessing.isLocked || guessing.isBusy || guessing.timeUp === 'waiting'}
            onClick={() => void finalizeSelected()}
          >
            Finalize Turn
          </Button>
        </div>
      </div>
    </div>
  )
}

/** The drawing was hidden for everybody during the turn, which can be passed without a mark. */
const RemovedDrawing = () => (
  <Notice title="This drawing was removed" actions={<PassTurn size="small" keepsStreak />}>
    You can pass: your streak stays.
  </Notice>
)

/** Asks before attempts are given up. */
const askToPassOn = ({ guess }: GuessAttempt, left: number): Promise<boolean> =>
  askToConfirm(
    `Pass on “${isolatedName(guess)}”?`,
    left === 1 ? 'You still have one try.' : `You still have ${left} tries.`,
    'Pass it on',
    { bright: 'cancel' },
  )

function attemptsText({ attemptsRemaining: left, currentAttempts }: TurnView): string {
  if (currentAttempts.some(({ isCorrect }) => isCorrect)) return `Got it on try ${currentAttempts.length}!`
  return left === 1 ? 'This is your last attempt' : `${left} attempts left`
}
