import type { Board } from '../../drawing/board.ts'
import { Button } from '../../ui/controls/button.tsx'
import styles from './pen-hint.module.css'
import { useBoardState } from './use-board-state.ts'

/** Offers to bring the drawing back after Clear, until the next stroke. */
export function ClearedHint({ board, onSay }: { board: Board; onSay: (text: string) => void }) {
  const isCleared = useBoardState(board, ({ strokeCount, canUndo }) => strokeCount === 0 && canUndo)
  if (!isCleared) return null
  return (
    <div className={styles.cleared}>
      <span className={styles.text}>Cleared.</span>
      <Button size="small" onClick={() => board.undo() && onSay('Undone')}>
        Bring it back
      </Button>
    </div>
  )
}
