import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../session/api.ts'
import { useActivityPing } from './activity-ping.ts'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')

const pass = (ms: number) => vi.advanceTimersByTime(ms)
const act = (type: string) => window.dispatchEvent(new Event(type))
const ping = () => vi.mocked(api.pingActivity)

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
  vi.spyOn(api, 'pingActivity').mockResolvedValue({ success: true })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the activity ping', () => {
  it('is sent at most every 3 s while the player is active', () => {
    renderHook(() => useActivityPing(true))
    for (let half = 0; half < 20; half++) {
      act('keydown')
      pass(500)
    }
    // Checks at 3, 6 and 9 s.
    expect(ping()).toHaveBeenCalledTimes(3)
  })

  it('stops 3 s after the last activity and resumes with the next', () => {
    renderHook(() => useActivityPing(true))
    pass(60_000)
    expect(ping()).not.toHaveBeenCalled()
    act('pointerdown')
    pass(3000)
    expect(ping()).not.toHaveBeenCalled()
    pass(1000)
    act('touchstart')
    pass(2000)
    expect(ping()).toHaveBeenCalledOnce()
    pass(60_000)
    expect(ping()).toHaveBeenCalledOnce()
  })

  it.each(['mousemove', 'touchmove'])('samples %s once a second', (type) => {
    renderHook(() => useActivityPing(true))
    // This move comes half a second after the key press and is not sampled, so the check at 3 s does not ping.
    act('keydown')
    pass(500)
    act(type)
    pass(2500)
    expect(ping()).not.toHaveBeenCalled()
    pass(500)
    act(type)
    pass(2500)
    expect(ping()).toHaveBeenCalledOnce()
  })

  it('is not sent before or after a turn', () => {
    const { rerender } = renderHook(({ active }) => useActivityPing(active), {
      initialProps: { active: false },
    })
    act('keydown')
    pass(3000)
    rerender({ active: true })
    rerender({ active: false })
    act('keydown')
    pass(3000)
    expect(ping()).not.toHaveBeenCalled()
  })

  it('logs a failure and continues', async () => {
    ping().mockRejectedValue(new Error('The ink ran out'))
    renderHook(() => useActivityPing(true))
    for (let second = 0; second < 6; second++) {
      await vi.advanceTimersByTimeAsync(900)
      act('keydown')
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(ping()).toHaveBeenCalledTimes(2)
    expect(vi.mocked(console.info)).toHaveBeenCalledWith('The activity ping failed:', expect.any(Error))
  })
})
