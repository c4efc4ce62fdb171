import type { Point, PointerType } from './engine.ts'
import { eventually } from './eventually.ts'
import type { Screen } from './screen.ts'

type Position = readonly [x: number, y: number]

/** The sheet of a drawing turn. Positions on it are from 0 to 1. */
export class Sheet {
  readonly #screen: Screen

  constructor(screen: Screen) {
    this.#screen = screen
  }

  /** Draws a line through positions, with twelve moves between each two. */
  async draw(positions: readonly Position[], pointerType: PointerType): Promise<void> {
    const { x, y, side } = await this.#box()
    const points: Point[] = []
    for (const [index, [toX, toY]] of positions.entries()) {
      const [fromX, fromY] = positions[index - 1] ?? [toX, toY]
      const moves = index === 0 ? 1 : 12
      for (let move = 1; move <= moves; move++) {
        const part = move / moves
        points.push({
          x: Math.round(x + side * (fromX + (toX - fromX) * part)),
          y: Math.round(y + side * (fromY + (toY - fromY) * part)),
        })
      }
    }
    await this.#screen.tab.stroke(points, pointerType)
  }

  /** The canvas content as a data URL, after two frames. */
  shown(): Promise<string> {
    return this.#screen.tab.run(async () => {
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
      return document.querySelector('canvas')?.toDataURL() ?? ''
    })
  }

  /** Waits until the canvas shows the expected pixels. */
  async until(purpose: string, isThere: (shown: string) => boolean): Promise<string> {
    return eventually(purpose, async () => {
      const shown = await this.shown()
      return isThere(shown) ? shown : undefined
    })
  }

  async #box() {
    return eventually('see the sheet', () =>
      this.#screen.tab.run(() => {
        const box = document.querySelector('canvas')?.getBoundingClientRect()
        return box && { x: box.x, y: box.y, side: box.width }
      }),
    )
  }
}
