import { renderHook } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../session/server/api.ts'
import { reply, server } from '../testing/server.ts'
import { useActivityPing } from './activity-ping.ts'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')

const ping = vi.fn(() => ({ success: true as const }))

const act = (type: string) => window.dispatchEvent(new Event(type))

/** Lets time pass, then waits for the reply to a call that is sent after the pings of that time. */
async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms)
  await api.getDailyStats()
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['performance', 'setInterval', 'clearInterval'] })
  ping.mockClear()
  server.use(reply('pingActivity', ping))
})

describe('the activity ping', () => {
  it('is sent at most every 3 s while the player is active', async () => {
    renderHook(() => useActivityPing(true))
    for (let half = 0; half < 20; half++) {
      act('keydown')
      await pass(500)
    }
    // Checks at 3, 6 and 9 s.
    expect(ping).toHaveBeenCalledTimes(3)
  })

  it('stops 3 s after the last activity and resumes with the next', async () => {
    renderHook(() => useActivityPing(true))
    await pass(60_000)
    expect(ping).not.toHaveBeenCalled()
    act('pointerdown')
    await pass(3000)
    expect(ping).not.toHaveBeenCalled()
    await pass(1000)
    act('touchstart')
    await pass(2000)
    expect(ping).toHaveBeenCalledOnce()
    await pass(60_000)
    expect(ping).toHaveBeenCalledOnce()
  })

  it.each(['mousemove', 'touchmove'])('samples %s once a second', async (type) => {
    renderHook(() => useActivityPing(true))
    // This move comes half a second after the key press and is not sampled, so the check at 3 s does not ping.
    act('keydown')
    await pass(500)
    act(type)
    await pass(2500)
    expect(ping).not.toHaveBeenCalled()
    await pass(500)
    act(type)
    await pass(2500)
    expect(ping).toHaveBeenCalledOnce()
  })

  it('is not sent before or after a turn', async () => {
    const { rerender } = renderHook(({ active }) => useActivityPing(active), {
      initialProps: { active: false },
    })
    act('keydown')
    await pass(3000)
    rerender({ active: true })
    rerender({ active: false })
    act('keydown')
    await pass(3000)
    expect(ping).not.toHaveBeenCalled()
  })

  it('logs a failure and continues', async () => {
    const failedPing = vi.fn(() => Promise.reject(HttpResponse.error()))
    server.use(reply('pingActivity', failedPing))
    renderHook(() => useActivityPing(true))
    for (let second = 0; second < 6; second++) {
      await pass(900)
      act('keydown')
      await pass(100)
    }
    expect(failedPing).toHaveBeenCalledTimes(2)
    expect(vi.mocked(console.info)).toHaveBeenCalledWith('The activity ping failed:', expect.any(Error))
  })
})
