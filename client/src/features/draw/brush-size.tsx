import { CANVAS } from '@inkling/mock-server/contract/constants'
import type { CSSProperties } from 'react'
import type { Board } from '../../drawing/board.ts'
import styles from './brush-size.module.css'
import { useBoardState } from './use-board-state.ts'

const { min, max } = CANVAS.brush

/** How thick: from the thin end of a wedge of ink to the other. */
export function BrushSize({ board }: { board: Board }) {
  const size = useBoardState(board, (state) => state.size)
  const wax = useBoardState(board, ({ tool, color }) => (tool === 'eraser' ? CANVAS.background : color))
  const style = { '--size': size, '--wax': wax } as CSSProperties
  return (
    <div className={styles.row} style={style}>
      <div className={styles.track}>
        <span className={styles.wedge} aria-hidden="true" />
        <input
          type="range"
          className={styles.slider}
          min={min}
          max={max}
          step={1}
          value={size}
          aria-label="Brush size"
          aria-valuetext={`${size} of ${max}`}
          aria-keyshortcuts="[ ]"
          title="Brush size ([ and ])"
          onChange={(event) => board.setSize(event.target.valueAsNumber)}
        />
      </div>
      <output className={styles.number} aria-hidden="true">
        {size}
      </output>
    </div>
  )
}
