import { CANVAS } from '@inkling/mock-server/contract/constants'
import type { CSSProperties } from 'react'
import type { Board } from '../../drawing/board.ts'
import styles from './brush-size.module.css'
import { useBoardState } from './use-board-state.ts'

const { min, max } = CANVAS.brush
const PRESETS = [
  { name: 'Thin', size: CANVAS.brush.default },
  { name: 'Medium', size: 12 },
  { name: 'Thick', size: 24 },
] as const

/** The brush size: three presets, and a slider whose thumb is as large as the brush on the sheet. */
export function BrushSize({ board }: { board: Board }) {
  const size = useBoardState(board, (state) => state.size)
  const wax = useBoardState(board, ({ tool, color }) => (tool === 'eraser' ? CANVAS.background : color))
  const style = { '--wax': wax } as CSSProperties
  return (
    <div className={styles.row} style={style}>
      {PRESETS.map((preset) => (
        <button
          key={preset.name}
          type="button"
          className={styles.preset}
          style={{ '--size': preset.size } as CSSProperties}
          aria-label={`${preset.name} brush`}
          aria-pressed={size === preset.size}
          onClick={() => board.setSize(preset.size)}
        >
          <span className={styles.dot} data-own-colours />
        </button>
      ))}
      <div className={styles.track} style={{ '--size': size } as CSSProperties}>
        <span className={styles.wedge} aria-hidden="true" data-own-colours />
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
    </div>
  )
}
