import { describe, expect, it } from 'vitest'
import { type Capsule, paintCapsule } from './capsule.ts'
import { mix, pixelOf, WHITE } from './color.ts'
import { differing, seeded } from './painting.fixture.ts'
import { Raster } from './raster.ts'

const BLACK = pixelOf('#000000')

/** The expected coverage of a pixel, 0 to 1, from its distance to the line. All values in raster pixels. */
function coverageAt(x: number, y: number, [x0, y0, r0, x1, y1, r1]: Parameters<Capsule>): number {
  const dx = x1 - x0
  const dy = y1 - y0
  const squared = dx * dx + dy * dy
  const px = x + 0.5 - x0
  const py = y + 0.5 - y0
  const t = squared > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / squared)) : 0
  const part = r0 + t * (r1 - r0) + 0.5 - Math.sqrt((px - t * dx) ** 2 + (py - t * dy) ** 2)
  return Math.min(1, Math.max(0, part))
}

describe('paintCapsule', () => {
  it('covers each pixel according to its distance to the line, to one of 16 shades, at any scale, direction and taper', () => {
    const random = seeded(7)
    for (let round = 0; round < 20; round++) {
      const raster = new Raster([350, 437, 700][round % 3] ?? 350)
      const at = () => random() * 400 - 25
      const [x, y] = [at(), at()]
      const flat = round % 5 === 0
      const steep = round % 5 === 1
      const capsule: Parameters<Capsule> = [
        x,
        y,
        0.4 + random() * 20,
        steep ? x : at(),
        flat ? y : at(),
        0.4 + random() * 20,
      ]
      paintCapsule(raster, BLACK, ...capsule)
      const scaled = capsule.map((value) => value * raster.scale) as Parameters<Capsule>
      let worst = 0
      for (let row = 0; row < raster.side; row += 1) {
        for (let column = 0; column < raster.side; column += 1) {
          const expected = coverageAt(column, row, scaled) * 255
          const found = raster.coverage[row * raster.side + column] ?? 0
          worst = Math.max(worst, Math.abs(found - expected))
        }
      }
      expect(worst, `capsule ${capsule.join(' ')}`).toBeLessThanOrEqual(255 / 15 / 2)
      expect(new Set(raster.coverage).size).toBeLessThanOrEqual(16)
    }
  })

  it('does not darken the edge where a stroke crosses itself', () => {
    const once = new Raster(350)
    const often = new Raster(350)
    paintCapsule(once, BLACK, 50, 50, 2.5, 90, 63, 2.5)
    for (let round = 0; round < 30; round++) paintCapsule(often, BLACK, 50, 50, 2.5, 90, 63, 2.5)
    expect(differing(often.pixels, once.pixels)).toBe(0)
  })

  it('gives each pixel the maximum coverage over all pieces of a stroke', () => {
    const random = seeded(11)
    const together = new Raster(350)
    for (let step = 0; step < 6; step++) {
      const most = new Uint8Array(350 * 350)
      let [x, y] = [random() * 350, random() * 350]
      for (let piece = 0; piece < 25; piece++) {
        // Jump sometimes, so that rows have more than one run.
        const reach = piece % 8 === 7 ? 300 : 30
        const [toX, toY] = [x + (random() - 0.5) * reach, y + (random() - 0.5) * reach]
        const capsule: Parameters<Capsule> = [x, y, random() * 12, toX, toY, random() * 12]
        const alone = new Raster(350)
        paintCapsule(alone, BLACK, ...capsule)
        paintCapsule(together, BLACK, ...capsule)
        alone.coverage.forEach((cover, at) => {
          if (cover > (most[at] ?? 0)) most[at] = cover
        })
        ;[x, y] = [toX, toY]
      }
      expect(differing(together.coverage, most)).toBe(0)
      if (step % 2 === 0) together.commit()
      else together.rollback()
    }
  })

  it('paints nothing outside the raster', () => {
    const raster = new Raster(350)
    paintCapsule(raster, BLACK, -300, -100, 15, -20, -30, 15)
    paintCapsule(raster, BLACK, 500, 100, 15, 600, 300, 15)
    const { flat, mixed } = raster.commit()
    expect([flat.length, mixed.length]).toEqual([0, 0])
    paintCapsule(raster, BLACK, -300, 175, 15, 700, 175, 15)
    expect(raster.pixels[175 * 350]).toBe(BLACK)
    expect(raster.pixels[175 * 350 + 349]).toBe(BLACK)
    expect(raster.pixels[100 * 350]).toBe(WHITE)
  })

  it('blends an edge with the pixels before the stroke', () => {
    const raster = new Raster(350)
    raster.reset(new Int32Array(350 * 350).fill(pixelOf('#FFEE00')))
    paintCapsule(raster, BLACK, 100, 100.25, 3, 200, 100.25, 3)
    const edge = 97 * 350 + 150
    const cover = raster.coverage[edge] ?? 0
    expect(cover).toBeGreaterThan(0)
    expect(cover).toBeLessThan(255)
    expect(raster.pixels[edge]).toBe(mix(pixelOf('#FFEE00'), BLACK, cover))
  })
})
