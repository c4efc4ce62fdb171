import { CANVAS } from '@inkling/mock-server/contract/constants'
import type { Board } from './board.ts'

const STEP = 6
const FINE_STEP = 1

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Draws with the keyboard: arrow keys move a pen (two together move it diagonally, Shift moves it one pixel at a
 * time); Space or Enter presses and releases it, or fills with the bucket.
 */
export class KeyboardPen {
  readonly #board: Board
  readonly #held = new Set<string>()
  /** In canvas pixels. */
  x: number = CANVAS.size / 2
  y: number = CANVAS.size / 2

  constructor(board: Board) {
    this.#board = board
  }

  /** @returns whether the pen handled the key */
  press(key: string, isFine: boolean): boolean {
    if (key === ' ' || key === 'Enter') {
      this.#toggle()
      return true
    }
    if (!DIRECTIONS[key]) return false
    this.#held.add(key)
    const step = isFine ? FINE_STEP : STEP
    for (const held of this.#held) {
      const [x = 0, y = 0] = DIRECTIONS[held] ?? []
      this.x = clamp(this.x + x * step)
      this.y = clamp(this.y + y * step)
    }
    this.#board.move(this.x, this.y)
    return true
  }

  release(key: string): void {
    this.#held.delete(key)
  }

  /** Called when the canvas loses the focus. */
  leave(): void {
    this.#held.clear()
    this.#board.lift()
  }

  #toggle(): void {
    if (this.#board.isDown) this.#board.lift()
    else {
      this.#board.press(this.x, this.y)
      if (this.#board.state.tool === 'fill') this.#board.lift()
    }
  }
}

const clamp = (value: number): number => Math.min(CANVAS.size, Math.max(0, value))
