import { PALETTE } from '@inkling/mock-server/contract/constants'
import type { CSSProperties } from 'react'
import type { Board } from '../../drawing/board.ts'
import styles from './palette.module.css'
import { useBoardState } from './use-board-state.ts'

/** The ten colours as crayons in a box, whose label names the selected one. */
export function Palette({ board }: { board: Board }) {
  const color = useBoardState(board, (state) => state.color)
  const chosen = PALETTE.find(({ hex }) => hex === color)
  return (
    <fieldset className={styles.box}>
      <legend className="visually-hidden">Colour</legend>
      <div className={styles.crayons}>
        {PALETTE.map(({ name, hex }) => (
          <label key={hex} className={styles.crayon} title={name} style={{ '--wax': hex } as CSSProperties}>
            <input
              type="radio"
              name="color"
              className={styles.radio}
              checked={hex === color}
              onChange={() => board.setColor(hex)}
              // Selecting the current colour again, to switch from the eraser to the pen, fires no change event.
              onClick={() => board.setColor(hex)}
            />
            <Crayon />
            <span className="visually-hidden">{name}</span>
          </label>
        ))}
      </div>
      <div className={styles.front} aria-hidden="true">
        <span className={styles.name}>{chosen?.name}</span>
      </div>
    </fieldset>
  )
}

const Crayon = () => (
  <svg className={styles.shape} viewBox="0 0 30 64" aria-hidden="true">
    <path className={styles.wax} d="M11.5 4.5 C12.5 2 17.5 2 18.5 4.5 L22 17 L8 17 Z" />
    <path className={styles.wax} d="M5 17.5 C12 16.5 18 16.5 25 17.5 L25 120 L5 120 Z" />
    <path className={styles.band} d="M5 25 C12 26.2 18 26.2 25 25 M5 30.5 C12 31.7 18 31.7 25 30.5" />
    <path className={styles.shine} d="M9.5 36 L9.5 120" />
  </svg>
)
