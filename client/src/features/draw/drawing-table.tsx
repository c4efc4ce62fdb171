import type { TurnView } from '@inkling/mock-server/contract/schemas/game'
import { Send } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { PassTurn } from '../../ui/turn/pass-turn.tsx'
import { TurnClock } from '../../ui/turn/turn-clock.tsx'
import { InkText } from '../../ui/turn/words.tsx'
import styles from './drawing-table.module.css'
import { GuessActions } from './guess-actions.tsx'
import { promptOf } from './prompt.ts'
import { SheetAndTools } from './sheet-and-tools.tsx'
import { SubmissionProblem } from './submission-problem.tsx'
import { SubmittingOverlay } from './submitting-overlay.tsx'
import { useAnnouncer } from './use-announcer.ts'
import { useCanvasPixel } from './use-canvas-pixel.ts'
import type { SavedBoard } from './use-saved-board.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useSubmission } from './use-submission.ts'

/** The sheet and the tools around it. */
export function DrawingTable({
  turn,
  saved,
  onSubmission,
}: {
  turn: TurnView
  saved: SavedBoard
  onSubmission: (turn: TurnView | null) => void
}) {
  const { board } = saved
  const prompt = promptOf(turn)
  const submission = useSubmission(saved, turn, onSubmission)
  const isDrawing = submission.phase === 'drawing'
  const [said, say] = useAnnouncer()
  const submitButton = useRef<HTMLButtonElement>(null)
  const [sheet, table] = useCanvasPixel()
  useShortcuts(board, isDrawing, say)
  return (
    <div className={styles.frame}>
      <div ref={table} className={styles.table} data-words={lengthOf(prompt.text)} inert={!isDrawing}>
        <p className={styles.task}>{prompt.label}</p>
        <div className={styles.pass}>
          {turn.previousEntry?.guess !== undefined && <GuessActions turn={turn} />}
          <PassTurn size="small" />
        </div>
        <div className={styles.clock}>
          <TurnClock onExpire={submission.sendLate} />
        </div>
        <p className={styles.word}>
          <InkText text={prompt.text} />
        </p>
        <SheetAndTools ref={sheet} board={board} prompt={prompt.text} onSay={say}>
          <Button ref={submitButton} tone="go" wide icon={<Send aria-hidden />} onClick={submission.submit}>
            Submit Drawing
          </Button>
        </SheetAndTools>
      </div>
      <p ref={said} className="visually-hidden" role="status" />
      {!isDrawing && (
        <SubmittingOverlay
          canTakeBack={submission.phase === 'held'}
          onTakeBack={() => {
            submission.cancel()
            // The button cannot be focused while the table is inert.
            requestAnimationFrame(() => submitButton.current?.focus())
          }}
        />
      )}
      {isDrawing && <SubmissionProblem onRetry={submission.sendNow} />}
    </div>
  )
}

/** Selects a font size: a guess may have 60 characters. */
const lengthOf = ({ length }: string): 'short' | 'long' | 'longest' =>
  length <= 18 ? 'short' : length <= 34 ? 'long' : 'longest'
