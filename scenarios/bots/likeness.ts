import { drawWord, type StrokeLibrary } from '@inkling/fixtures/drawings/library'
import { decode } from 'fast-png'
import type { Recognised } from './sketchbook.ts'

const GRID = 18
/** The hand that draws what pictures are compared with. */
const HAND = 'one'

/** Spots of ink, each as x, y and how much of it: flat, since there are a great many. */
type Spots = number[]
type Shape = Float64Array

/** Recognises pictures by where their ink lies, as against a drawing of every word that the library knows. */
export class LikenessIndex {
  readonly #library: StrokeLibrary
  #known: { word: string; shape: Shape }[] | null = null

  constructor(library: StrokeLibrary) {
    this.#library = library
  }

  /** What a base64 PNG may show, most alike first. */
  recognise(png: string, most: number): Recognised[] {
    const shape = shapeOf(spotsOfPicture(png))
    const reversed = mirror(shape)
    return this.#shapes()
      .map(({ word, shape: other }) => {
        return { word, likeness: Math.max(product(shape, other), product(reversed, other)) }
      })
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, most)
  }

  #shapes() {
    this.#known ??= this.#library.words.map((word) => {
      return { word, shape: shapeOf(spotsOfStrokes(drawWord(this.#library, word, HAND))) }
    })
    return this.#known
  }
}

function spotsOfPicture(png: string): Spots {
  const { width, height, channels, data } = decode(Buffer.from(png, 'base64'))
  const spots: Spots = []
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const at = (y * width + x) * channels
      const ink = 255 - Math.min(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255)
      if (ink > 40) spots.push(x, y, ink / 255)
    }
  }
  return spots
}

/** Spots along the lines, as near to each other as a brush is wide. */
function spotsOfStrokes(strokes: ReturnType<typeof drawWord>): Spots {
  const spots: Spots = []
  for (const { points, size } of strokes) {
    let [fromX = 0, fromY = 0] = points[0] ?? []
    for (const [x = 0, y = 0] of points) {
      const length = Math.hypot(x - fromX, y - fromY)
      const steps = Math.max(1, Math.ceil(length / 5))
      for (let step = 0.5; step < steps; step++) {
        const part = step / steps
        spots.push(fromX + part * (x - fromX), fromY + part * (y - fromY), (size * length) / steps)
      }
      fromX = x
      fromY = y
    }
  }
  return spots
}

/** How much ink lies where, in a square around the drawing; much ink in one place counts for less. */
function shapeOf(spots: Spots): Shape {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let at = 0; at < spots.length; at += 3) {
    const [x, y] = [spots[at] ?? 0, spots[at + 1] ?? 0]
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  const side = Math.max(right - left, bottom - top, 1)
  const shape: Shape = new Float64Array(GRID * GRID)
  for (let at = 0; at < spots.length; at += 3) {
    const column = (((spots[at] ?? 0) - (left + right) / 2) / side + 0.5) * (GRID - 2) + 0.5
    const row = (((spots[at + 1] ?? 0) - (top + bottom) / 2) / side + 0.5) * (GRID - 2) + 0.5
    splat(shape, column, row, spots[at + 2] ?? 0)
  }
  const softened = shape.map(Math.sqrt)
  const length = Math.sqrt(product(softened, softened)) || 1
  return softened.map((ink) => ink / length)
}

/** Shares a spot between the four cells around it, so that a small shift changes little. */
function splat(shape: Shape, column: number, row: number, ink: number): void {
  const [x, y] = [Math.floor(column), Math.floor(row)]
  const [right, down] = [column - x, row - y]
  add(shape, y * GRID + x, ink * (1 - right) * (1 - down))
  add(shape, y * GRID + x + 1, ink * right * (1 - down))
  add(shape, (y + 1) * GRID + x, ink * (1 - right) * down)
  add(shape, (y + 1) * GRID + x + 1, ink * right * down)
}

const add = (shape: Shape, at: number, ink: number): void => {
  shape[at] = (shape[at] ?? 0) + ink
}

const mirror = (shape: Shape): Shape =>
  shape.map((_, at) => shape[at - (at % GRID) + GRID - 1 - (at % GRID)] ?? 0)

function product(a: Shape, b: Shape): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
