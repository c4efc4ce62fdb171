import { type Patch, Raster } from '@inkling/mock-server/picture/painting/raster'
import { describe, expect, it } from 'vitest'
import { UndoPixels } from './undo-pixels.ts'

const patch = (kilobytes: number): Patch => ({
  flat: new Int32Array(),
  mixed: new Int32Array(),
  pixels: new Int32Array(kilobytes * 256),
})

function remembering(count: number, kilobytes: number) {
  const memory = new UndoPixels()
  const raster = new Raster(64)
  for (let step = 1; step <= count; step++) {
    raster.base.fill(step)
    memory.remember(step, [patch(kilobytes)], [raster])
  }
  return memory
}

describe('UndoPixels', () => {
  it('stores a picture of every twentieth step, at most the latest five', () => {
    const memory = remembering(150, 1)
    expect(memory.checkpoint(150)?.count).toBe(140)
    expect(memory.checkpoint(139)?.count).toBe(120)
    expect(memory.checkpoint(120)?.pictures[0]?.[0]).toBe(120)
    expect(memory.checkpoint(60)?.count).toBe(60)
    expect(memory.checkpoint(59)).toBeNull()
  })

  it("returns a step's data once, and discards all later data", () => {
    const memory = remembering(45, 1)
    expect(memory.recall(44)).toHaveLength(1)
    expect(memory.recall(44)).toBeNull()
    expect(memory.recall(30)).toHaveLength(1)
    expect(memory.recall(31)).toBeNull()
    expect(memory.checkpoint(45)?.count).toBe(20)
  })

  it('discards the oldest steps beyond its budget of 24 MiB', () => {
    const memory = remembering(40, 1024)
    expect(memory.recall(39)).toHaveLength(1)
    expect(memory.recall(16)).toHaveLength(1)
    expect(memory.recall(15)).toBeNull()
    memory.remember(16, [patch(1024)], [])
    expect(memory.recall(15)).toHaveLength(1)
  })
})
