import type { ReactNode, Ref } from 'react'
import type { Board } from '../../drawing/board.ts'
import { BrushSize } from './brush-size.tsx'
import styles from './drawing-table.module.css'
import { Palette } from './palette.tsx'
import { Sheet } from './sheet.tsx'
import { Toolbox } from './toolbox.tsx'

interface SheetAndToolsProps {
  board: Board
  /** What is drawn, for screen readers. */
  prompt: string
  onSay: (text: string) => void
  /** The place of the sheet. */
  ref: Ref<HTMLDivElement>
  /** What is done with the drawing. */
  children: ReactNode
}

/** The sheet, the tools around it, and the button below them. */
export const SheetAndTools = ({ board, prompt, onSay, ref, children }: SheetAndToolsProps) => (
  <>
    <div ref={ref} className={styles.sheet}>
      <Sheet board={board} prompt={prompt} onSay={onSay} />
    </div>
    <div className={styles.tools}>
      <Toolbox board={board} onSay={onSay} />
    </div>
    <div className={styles.crayons}>
      <Palette board={board} />
    </div>
    <div className={styles.size}>
      <BrushSize board={board} />
    </div>
    <div className={styles.submit}>{children}</div>
  </>
)
