import { Eraser, PaintBucket, Pencil, Redo2, Trash2, Undo2 } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { Board, Tool } from '../../drawing/board.ts'
import { isDark } from '../../drawing/is-dark.ts'
import styles from './toolbox.module.css'
import { useBoardState } from './use-board-state.ts'

const TOOLS: readonly { tool: Tool; label: string; key: string; icon: ReactNode }[] = [
  { tool: 'pen', label: 'Brush', key: 'B', icon: <Pencil aria-hidden /> },
  { tool: 'eraser', label: 'Eraser', key: 'E', icon: <Eraser aria-hidden /> },
  { tool: 'fill', label: 'Fill', key: 'F', icon: <PaintBucket aria-hidden /> },
]

/** Three tools and three actions. Painting tools show the current colour. */
export function Toolbox({ board, onSay }: { board: Board; onSay: (text: string) => void }) {
  const tool = useBoardState(board, (state) => state.tool)
  const color = useBoardState(board, (state) => state.color)
  const canUndo = useBoardState(board, (state) => state.canUndo)
  const canRedo = useBoardState(board, (state) => state.canRedo)
  const canClear = useBoardState(board, (state) => state.strokeCount > 0)
  return (
    <div className={styles.toolbox}>
      <fieldset
        className={styles.group}
        style={
          { '--wax': color, '--on-wax': isDark(color) ? '#fffdf7' : 'var(--ink-on-colour)' } as CSSProperties
        }
      >
        <legend className="visually-hidden">Tool</legend>
        {TOOLS.map(({ tool: one, label, key, icon }) => (
          <label key={one} className={styles.tool} data-tool={one} title={`${label} (${key})`}>
            <input
              type="radio"
              name="tool"
              className={styles.radio}
              checked={tool === one}
              aria-keyshortcuts={key}
              onChange={() => board.setTool(one)}
            />
            <span className={styles.sticker}>{icon}</span>
            <span className="visually-hidden">{label}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles.group}>
        <ToolButton
          label="Undo"
          keys="Control+Z"
          icon={<Undo2 aria-hidden />}
          isPossible={canUndo}
          onPress={() => board.undo() && onSay('Undone')}
        />
        <ToolButton
          label="Redo"
          keys="Control+Y"
          icon={<Redo2 aria-hidden />}
          isPossible={canRedo}
          onPress={() => board.redo() && onSay('Redone')}
        />
        <ToolButton
          label="Clear"
          icon={<Trash2 aria-hidden />}
          isPossible={canClear}
          onPress={() => board.clear() && onSay('Cleared. Undo brings the drawing back.')}
        />
      </div>
    </div>
  )
}

/** A button that is `aria-disabled` instead of `disabled`, because a disabled button loses the focus. */
function ToolButton({
  label,
  keys,
  icon,
  isPossible,
  onPress,
}: {
  label: string
  keys?: string
  icon: ReactNode
  isPossible: boolean
  onPress: () => void
}) {
  return (
    <button
      type="button"
      className={styles.action}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={keys ? `${label} (${keys.replace('Control', 'Ctrl')})` : label}
      aria-disabled={!isPossible}
      onClick={onPress}
    >
      <span className={styles.sticker}>{icon}</span>
    </button>
  )
}
