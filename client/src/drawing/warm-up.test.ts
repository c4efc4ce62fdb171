import { pixelOf } from '@inkling/mock-server/picture/painting/color'
import { Raster } from '@inkling/mock-server/picture/painting/raster'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runWarmUpRound, warmUp } from './warm-up.ts'

describe('warmUp', () => {
  let idle: (() => void)[] = []
  const runIdle = () => {
    const act = idle.shift()
    act?.()
    return act !== undefined
  }

  beforeEach(() => {
    idle = []
    vi.stubGlobal('requestIdleCallback', (act: () => void) => idle.push(act))
  })
  afterEach(() => vi.unstubAllGlobals())

  it('ends after its rounds', () => {
    warmUp(() => false, new AbortController().signal)
    let rounds = 0
    while (runIdle() && rounds < 1_000) rounds++
    expect(rounds).toBeGreaterThanOrEqual(20)
    expect(rounds).toBeLessThan(200)
  })

  it('waits while the board is busy, then does all its rounds', () => {
    const rounds = () => {
      let count = 0
      while (runIdle() && count < 1_000) count++
      return count
    }
    warmUp(() => false, new AbortController().signal)
    const all = rounds()
    let isDown = true
    warmUp(() => isDown, new AbortController().signal)
    for (let times = 0; times < 5; times++) runIdle()
    isDown = false
    expect(rounds()).toBe(all)
  })

  it('ends when it is aborted', () => {
    const leaving = new AbortController()
    warmUp(() => false, leaving.signal)
    leaving.abort()
    runIdle()
    expect(idle).toEqual([])
  })

  it('draws, and fills most of the sheet around the stroke', () => {
    const raster = new Raster(100)
    runWarmUpRound(raster)
    const count = (color: string) => raster.base.filter((pixel) => pixel === pixelOf(color)).length
    expect(count('#FFFFFF')).toBe(0)
    expect(count('#366EFB')).toBeGreaterThan(raster.base.length / 2)
    expect(count('#000000')).toBeGreaterThan(raster.base.length / 50)
    // Includes antialiased edges, which take longest.
    expect(new Set(raster.base).size).toBeGreaterThan(5)
  })
})
