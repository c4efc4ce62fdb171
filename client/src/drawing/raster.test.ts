import { paintCapsule } from '@inkling/mock-server/picture/painting/capsule'
import { pixelOf, WHITE } from '@inkling/mock-server/picture/painting/color'
import { seeded } from '@inkling/mock-server/picture/painting/painting.fixture'
import { Raster } from '@inkling/mock-server/picture/painting/raster'
import { describe, expect, it } from 'vitest'
import { Drawing } from './drawing.ts'

describe('Raster', () => {
  it('finds the end of a run of one colour after any painting and undoing', () => {
    const random = seeded(5)
    const drawing = new Drawing(123)
    const colors = ['#FFFFFF', '#000000', '#366EFB']
    const place = () => random() * 350
    const steps = [
      () => drawing.fill(place(), place(), colors[Math.floor(random() * 3)] ?? ''),
      () => drawing.undo(),
      () => drawing.redo(),
      () => {
        drawing.begin(
          { tool: 'pen', color: colors[Math.floor(random() * 3)] ?? '', size: 9 },
          place(),
          place(),
        )
        drawing.extend(place(), place())
        drawing.end()
      },
    ]
    const wrong: object[] = []
    for (let step = 0; step < 200; step++) {
      if (step % 50 === 49) drawing.clear()
      steps[Math.floor(random() * steps.length)]?.()
      for (const raster of [drawing.screen, drawing.picture]) {
        const { base } = raster
        for (let looks = 0; looks < 20; looks++) {
          const from = Math.floor(random() * base.length)
          const end = Math.min(base.length, from + Math.floor(random() * 200))
          for (const color of [base[from] ?? WHITE, WHITE]) {
            const others = base.subarray(from, end).findIndex((pixel) => pixel !== color)
            const expected = others === -1 ? end : from + others
            // Sixteen thousand looks: a matcher for each would take most of the time.
            if (raster.endOf(color, from, end) !== expected) wrong.push({ step, color, from, end })
          }
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('finds the end of a run of one colour after a reset to another picture', () => {
    const painted = new Raster(64)
    paintCapsule(painted, pixelOf('#000000'), 0, 100, 20, 350, 100, 20)
    const raster = new Raster(64)
    raster.reset(painted.pixels)
    expect(raster.endOf(WHITE, 0, 64 * 64)).toBe(painted.pixels.findIndex((pixel) => pixel !== WHITE))
    raster.reset(null)
    expect(raster.endOf(WHITE, 0, 64 * 64)).toBe(64 * 64)
  })
})
