import { describe, expect, it } from 'vitest'
import { mix, pixelOf, WHITE } from './color.ts'
import { type Area, flood, widen } from './flood.ts'
import { seeded } from './painting.fixture.ts'
import { Raster } from './raster.ts'

const BLACK = pixelOf('#000000')

/** A picture from text: `#` is black, `.` white, digits are tenths of black. */
function picture(...rows: string[]): Raster {
  const pixel = (letter: string) =>
    letter === '#' ? BLACK : letter === '.' ? WHITE : mix(WHITE, BLACK, Number(letter) * 25.5)
  return rasterOf(rows.length, Int32Array.from(rows.join(''), pixel))
}

function rasterOf(side: number, pixels: Int32Array): Raster {
  const raster = new Raster(side)
  raster.reset(pixels)
  return raster
}

const filled = (raster: Raster, x: number, y: number): string[] => shown(flood(raster, x, y))

function shown({ edges, rows }: Area): string[] {
  return Array.from({ length: rows.length - 1 }, (_, row) => {
    const end = rows[row + 1] ?? 0
    const letters = Array<string>(rows.length - 1).fill('-')
    for (let run = rows[row] ?? 0; run < end; run += 2)
      letters.fill('o', edges[run], (edges[run + 1] ?? 0) + 1)
    return letters.join('')
  })
}

describe('flood', () => {
  it('fills connected pixels of similar colour, around corners and not across diagonals', () => {
    const maze = picture('.#...', '.#.#.', '.#.#.', '...#.', '####.')
    expect(filled(maze, 0, 0)).toEqual(['o-ooo', 'o-o-o', 'o-o-o', 'ooo-o', '----o'])
    expect(filled(picture('.#..', '#.##', '..##', '####'), 0, 0)).toEqual(['o---', '----', '----', '----'])
  })

  it('extends slightly into antialiased edges and stops at the line', () => {
    expect(filled(picture('..25#..', ...Array(6).fill('#######')), 0, 0)[0]).toBe('ooo----')
  })

  it('finds the same area as a flood fill by single pixels', () => {
    const random = seeded(11)
    for (let round = 0; round < 40; round++) {
      const side = 24
      const pixels = Int32Array.from({ length: side * side }, () => (random() < 0.4 ? BLACK : WHITE))
      const start = Math.floor(random() * side * side)
      const expected = Array<string>(side * side).fill('-')
      const queue = [start]
      for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
        if (expected[at] === 'o' || pixels[at] !== pixels[start]) continue
        expected[at] = 'o'
        if (at % side > 0) queue.push(at - 1)
        if (at % side < side - 1) queue.push(at + 1)
        if (at >= side) queue.push(at - side)
        if (at < side * (side - 1)) queue.push(at + side)
      }
      expect(filled(rasterOf(side, pixels), start % side, Math.floor(start / side)).join('')).toBe(
        expected.join(''),
      )
    }
  })
})

describe('widen', () => {
  it('adds one pixel on every side and merges runs that touch', () => {
    const area = flood(picture('#####', '#.#.#', '#...#', '#####', '#####'), 1, 1)
    expect(shown(widen(area, 5))).toEqual(['ooooo', 'ooooo', 'ooooo', 'ooooo', '-----'])
  })
})
