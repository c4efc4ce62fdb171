import { pixelOf, WHITE } from '@inkling/mock-server/picture/painting/color'
import { differing, seeded } from '@inkling/mock-server/picture/painting/painting.fixture'
import { describe, expect, it } from 'vitest'
import { drawBox, drawLine, ERASER, PEN, scribble } from './drawing.fixture.ts'
import { Drawing } from './drawing.ts'

const at = (drawing: Drawing, x: number, y: number) => drawing.picture.pixels[y * 350 + x]
const screenOf = (drawing: Drawing) => drawing.screen.pixels.slice()
const pictureOf = (drawing: Drawing) => drawing.picture.pixels.slice()

describe('a stroke', () => {
  it('stores every sample, rounded to a tenth of a pixel', () => {
    const drawing = new Drawing()
    drawLine(drawing, PEN, [10.04, 10], [20.06, 10.01], [30, 11.25, 0.504])
    expect(drawing.strokes).toEqual([
      {
        ...PEN,
        points: [
          [10, 10],
          [20.1, 10],
          [30, 11.3, 0.5],
        ],
      },
    ])
  })

  it('drops samples that did not move, and clamps points to an area around the canvas', () => {
    const drawing = new Drawing()
    drawLine(drawing, PEN, [10, 10], [10.01, 10.02], [9000, -9000])
    expect(drawing.strokes[0]?.points).toEqual([
      [10, 10],
      [700, -350],
    ])
  })

  it("continues as a second stroke when it exceeds the contract's maximum length", () => {
    const drawing = new Drawing()
    drawing.begin(PEN, 0, 0)
    for (let index = 1; index < 10_050; index++) drawing.extend(index % 350, (index * 7) % 350)
    drawing.end()
    expect(drawing.strokes.map(({ points }) => points.length)).toEqual([10_000, 51])
  })

  it('gives the same pixels whether painted sample by sample or loaded', () => {
    const random = seeded(5)
    const live = new Drawing(700)
    for (let round = 0; round < 30; round++) scribble(live, random)
    const loaded = new Drawing(700)
    loaded.load(live.steps.done)
    expect(differing(loaded.screen.pixels, screenOf(live))).toBe(0)
    expect(differing(loaded.picture.pixels, pictureOf(live))).toBe(0)
  })

  it('can be discarded before it ends', () => {
    const drawing = new Drawing(500)
    drawLine(drawing, PEN, [10, 10], [200, 200])
    const before = screenOf(drawing)
    drawing.begin({ ...PEN, color: '#ED4444', size: 20 }, 200, 10)
    drawing.extend(10, 200)
    drawing.cancel()
    expect(differing(drawing.screen.pixels, before)).toBe(0)
    expect(drawing.strokes).toHaveLength(1)
    expect(drawing.canRedo).toBe(false)
  })

  it('erases with white', () => {
    const drawing = new Drawing()
    drawLine(drawing, PEN, [10, 100], [200, 100])
    drawLine(drawing, ERASER, [100, 80], [100, 120])
    expect(at(drawing, 50, 100)).toBe(pixelOf('#000000'))
    expect(at(drawing, 100, 100)).toBe(WHITE)
  })
})

describe('undo and redo', () => {
  it('restore every state to the pixel, on the screen and in the picture, even beyond the checkpoints', () => {
    const random = seeded(42)
    const drawing = new Drawing(437)
    const states = [[screenOf(drawing), pictureOf(drawing)]]
    while (states.length < 66) {
      scribble(drawing, random)
      if (drawing.steps.done.length === states.length) states.push([screenOf(drawing), pictureOf(drawing)])
    }
    for (let index = states.length - 2; index >= 0; index--) {
      expect(drawing.undo()).toBe(true)
      expect(differing(drawing.screen.pixels, states[index]?.[0])).toBe(0)
      expect(differing(drawing.picture.pixels, states[index]?.[1])).toBe(0)
    }
    expect(drawing.undo()).toBe(false)
    for (let index = 1; index < states.length; index++) {
      expect(drawing.redo()).toBe(true)
      expect(differing(drawing.screen.pixels, states[index]?.[0])).toBe(0)
      expect(differing(drawing.picture.pixels, states[index]?.[1])).toBe(0)
    }
    expect(drawing.redo()).toBe(false)
  })

  it('work step by step in a loaded drawing', () => {
    const random = seeded(9)
    const drawing = new Drawing(350)
    const states: Int32Array[] = []
    while (states.length < 45) {
      scribble(drawing, random)
      if (drawing.steps.done.length > states.length) states.push(pictureOf(drawing))
    }
    for (let index = 0; index < 3; index++) drawing.undo()
    const { done, undone } = drawing.steps
    const again = new Drawing(350)
    again.load(done, undone)
    expect(differing(again.picture.pixels, states[41])).toBe(0)
    again.redo()
    expect(differing(again.picture.pixels, states[42])).toBe(0)
    for (let index = 0; index < 12; index++) again.undo()
    expect(differing(again.picture.pixels, states[30])).toBe(0)
  })

  it('start with the stroke in progress', () => {
    const drawing = new Drawing()
    drawLine(drawing, PEN, [10, 10], [50, 50])
    drawing.begin(PEN, 100, 100)
    drawing.extend(120, 90)
    expect(drawing.liveEnd).toEqual([120, 90])
    expect(drawing.undo()).toBe(true)
    expect(drawing.strokes).toHaveLength(1)
    expect(drawing.liveStroke).toBeNull()
    expect(drawing.liveEnd).toBeUndefined()
  })
})

describe('clear', () => {
  it('wipes the sheet and can be undone', () => {
    const drawing = new Drawing()
    drawBox(drawing, PEN, 20, 20, 80, 80)
    const before = pictureOf(drawing)
    expect(drawing.clear()).toBe(true)
    expect(pictureOf(drawing).every((pixel) => pixel === WHITE)).toBe(true)
    expect(drawing.strokes).toEqual([])
    drawing.undo()
    expect(differing(drawing.picture.pixels, before)).toBe(0)
    expect(drawing.strokes).toHaveLength(4)
  })

  it('adds no step on a blank sheet', () => {
    const drawing = new Drawing()
    expect(drawing.clear()).toBe(false)
    expect(drawing.canUndo).toBe(false)
  })
})

describe('fill', () => {
  const filledBox = (screenSide: number) => {
    const drawing = new Drawing(screenSide)
    drawBox(drawing, PEN, 50, 50, 150, 150)
    drawing.fill(100, 100, '#ED4444')
    return drawing
  }

  it('stays inside a closed line', () => {
    const drawing = filledBox(350)
    expect(at(drawing, 100, 100)).toBe(pixelOf('#ED4444'))
    expect(at(drawing, 55, 145)).toBe(pixelOf('#ED4444'))
    expect(at(drawing, 50, 100)).toBe(pixelOf('#000000'))
    expect(at(drawing, 30, 100)).toBe(WHITE)
    expect(at(drawing, 200, 200)).toBe(WHITE)
  })

  it.each([350, 437, 700, 1050])(
    'leaves no pale seam along a round line, on a screen of %i pixels',
    (side) => {
      const drawing = new Drawing(side)
      const round = Array.from({ length: 61 }, (_, index) => [
        175 + 90 * Math.cos((index / 60) * 2 * Math.PI),
        175 + 90 * Math.sin((index / 60) * 2 * Math.PI),
      ])
      drawLine(drawing, { ...PEN, size: 6 }, ...round)
      drawing.fill(175, 175, '#366EFB')
      const { pixels, scale } = drawing.screen
      let reddest = 0
      for (let row = 0; row < side; row++) {
        for (let column = 0; column < side; column++) {
          const apart = Math.hypot((column + 0.5) / scale - 175, (row + 0.5) / scale - 175)
          if (apart > 88) continue
          // Between blue and black, red is the smallest channel; white in the mix would raise it.
          const red = (pixels[row * side + column] ?? 0) & 255
          reddest = Math.max(reddest, red)
        }
      }
      expect(reddest).toBeLessThanOrEqual(0x36 + 12)
    },
  )

  it('fills the same area on a high-resolution screen as in the picture', () => {
    const drawing = filledBox(1050)
    const { pixels, side } = drawing.screen
    const red = pixelOf('#ED4444')
    expect(pixels[300 * side + 300]).toBe(red)
    expect(pixels[90 * side + 90]).toBe(WHITE)
    const share = pixels.filter((pixel) => pixel === red).length / 9
    const inPicture = pictureOf(drawing).filter((pixel) => pixel === red).length
    expect(Math.abs(share - inPicture)).toBeLessThan(inPicture * 0.03)
  })

  it('covers an earlier fill without a seam', () => {
    const drawing = filledBox(350)
    drawing.fill(100, 100, '#49D849')
    expect(pictureOf(drawing)).not.toContain(pixelOf('#ED4444'))
    drawing.undo()
    expect(at(drawing, 100, 100)).toBe(pixelOf('#ED4444'))
  })

  it.each<[string, (drawing: Drawing) => void]>([
    ['a stroke', (drawing) => drawLine(drawing, PEN, [20, 20], [300, 200])],
    ['another fill', (drawing) => drawing.fill(5, 5, '#000000')],
    ['undo', (drawing) => drawing.undo()],
    ['undo and redo', (drawing) => drawing.undo() && drawing.redo()],
    ['clearing', (drawing) => drawing.clear()],
    ['another screen', (drawing) => drawing.resize(420)],
    ['another drawing', (drawing) => drawing.load([{ ...PEN, points: [[1, 1]] }])],
  ])('gives the same result when %s follows before or after the fill is completed', (_, act) => {
    const [hasty, completed] = [true, false].map((isHasty) => {
      const drawing = new Drawing(500)
      drawBox(drawing, PEN, 50, 50, 300, 250)
      drawing.fill(100, 100, '#ED4444')
      if (!isHasty) drawing.completeFill()
      act(drawing)
      const states = [screenOf(drawing), pictureOf(drawing)]
      while (drawing.undo()) states.push(screenOf(drawing), pictureOf(drawing))
      return states
    })
    expect(hasty?.length).toBeGreaterThan(2)
    expect(hasty?.map((state, index) => differing(state, completed?.[index]))).toEqual(hasty?.map(() => 0))
  })

  it('does nothing on an area that has the colour already, or outside the canvas', () => {
    const drawing = filledBox(350)
    const steps = drawing.steps.done.length
    expect(drawing.fill(101, 101, '#ED4444')).toBe(false)
    expect(drawing.fill(-5, 10, '#ED4444')).toBe(false)
    expect(drawing.fill(350, 10, '#ED4444')).toBe(false)
    expect(drawing.steps.done).toHaveLength(steps)
  })
})

describe('another screen', () => {
  it('shows the same drawing and does not change the submitted picture', () => {
    const random = seeded(21)
    const drawing = new Drawing(437)
    for (let index = 0; index < 40; index++) scribble(drawing, random)
    const picture = pictureOf(drawing)
    drawing.resize(701)
    expect(differing(drawing.picture.pixels, picture)).toBe(0)
    const fresh = new Drawing(701)
    fresh.load(drawing.steps.done)
    expect(differing(drawing.screen.pixels, screenOf(fresh))).toBe(0)
    drawing.undo()
    drawing.redo()
    expect(differing(drawing.screen.pixels, screenOf(fresh))).toBe(0)
  })

  it('redraws only the changed area', () => {
    const drawing = new Drawing(700)
    drawing.screen.stale.empty()
    drawing.begin(PEN, 100, 100)
    drawing.extend(120, 100)
    drawing.extend(140, 100)
    drawing.screen.stale.empty()
    drawing.extend(145, 100)
    const { left, right } = drawing.screen.stale
    expect(left).toBeGreaterThan(240)
    expect(right).toBeLessThan(300)
  })
})
