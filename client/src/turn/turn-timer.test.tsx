import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { observeServerDate } from '../platform/server-clock.ts'
import { aTurn } from '../testing/builders.ts'
import { reply, server } from '../testing/server.ts'
import { startTurn, useTurn } from './turn-store.ts'
import { useSecondsLeft, useTurnExpiry } from './turn-timer.ts'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const HOUR = 3_600_000

function hold(parts: Parameters<typeof aTurn>[0] = {}) {
  const turn = aTurn({ expiresAt: new Date(NOON + 300_000).toISOString(), ...parts })
  useTurn.setState({ turn, startedAt: NOON, updatesBefore: 0 })
}

const tick = (ms: number) => act(() => vi.advanceTimersByTime(ms))

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
})

/** A response of the server, whose clock shows noon. */
function answerAtNoon() {
  const now = performance.now()
  for (const part of [0, 250, 500, 750])
    observeServerDate(new Date(NOON).toUTCString(), now + part, now + part)
}

describe('the seconds that a turn has left', () => {
  const watch = () => renderHook(useSecondsLeft).result

  it('are null without a turn', () => {
    expect(watch().current).toBeNull()
  })

  it('are rounded up and count down every second, to zero when the time is up', () => {
    hold({ expiresAt: new Date(NOON + 299_400).toISOString() })
    const left = watch()
    expect(left.current).toBe(300)
    tick(399)
    expect(left.current).toBe(300)
    tick(1)
    expect(left.current).toBe(299)
    tick(298_999)
    expect(left.current).toBe(1)
    tick(1)
    expect(left.current).toBe(0)
    tick(60_000)
    expect(left.current).toBe(0)
  })

  it('are correct after the device was asleep', () => {
    hold()
    const left = watch()
    vi.setSystemTime(NOON + 240_000)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(left.current).toBe(60)
  })

  it("are correct when the device's clock is set during the turn", () => {
    answerAtNoon()
    hold()
    const left = watch()
    vi.setSystemTime(NOON + 600_000)
    tick(2_000)
    expect(Math.abs((left.current ?? 0) - 298)).toBeLessThanOrEqual(1)
  })

  it.each([
    ['two hours fast', 2 * HOUR],
    ['two hours slow', -2 * HOUR],
  ])('are correct on a device whose clock is %s', (_, ahead) => {
    vi.setSystemTime(NOON + ahead)
    answerAtNoon()
    hold()
    expect(Math.abs((watch().current ?? 0) - 300)).toBeLessThanOrEqual(1)
  })

  it.each([
    ['drawing', 300],
    ['guess', 600],
  ] as const)('of a %s turn without an expiry time are %i', async (type, seconds) => {
    server.use(reply('startTurn', aTurn({ type, expiresAt: '' })))
    await startTurn()
    expect(watch().current).toBe(seconds)
  })
})

describe('the expiry of a turn', () => {
  it('is reported once per turn', () => {
    hold()
    const onExpire = vi.fn()
    renderHook(() => useTurnExpiry(useSecondsLeft(), onExpire))
    tick(299_000)
    expect(onExpire).not.toHaveBeenCalled()
    tick(1000)
    expect(onExpire).toHaveBeenCalledOnce()
    tick(60_000)
    expect(onExpire).toHaveBeenCalledOnce()
    act(() => hold({ turnId: 'turn2', expiresAt: new Date(NOON + 400_000).toISOString() }))
    tick(60_000)
    expect(onExpire).toHaveBeenCalledTimes(2)
  })

  it('is reported immediately when the page resumes after it', () => {
    hold()
    vi.setSystemTime(NOON + HOUR)
    const onExpire = vi.fn()
    renderHook(() => useTurnExpiry(useSecondsLeft(), onExpire))
    expect(onExpire).toHaveBeenCalledOnce()
  })
})
