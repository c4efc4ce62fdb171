import { beforeEach, describe, expect, it, vi } from 'vitest'
import { observeServerDate, serverNow } from './server-clock.ts'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const HOUR = 3_600_000

/** Simulates a response that took 200 ms, on a device whose clock is `ahead` ms ahead of the server's. */
function answerAt(serverTime: number, ahead: number) {
  // Time passes, and the device's clock shows another time.
  vi.advanceTimersByTime(1_000)
  vi.setSystemTime(serverTime + ahead)
  observeServerDate(new Date(serverTime).toUTCString(), performance.now() - 100, performance.now() + 100)
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
})

describe("the server's clock", () => {
  it("is the device's clock before the first response, and when responses have no date", () => {
    expect(serverNow()).toBe(NOON)
    observeServerDate(null, NOON, NOON)
    observeServerDate('yesterday-ish', NOON, NOON)
    expect(serverNow()).toBe(NOON)
  })

  it.each([
    ['two hours fast', 2 * HOUR],
    ['a day slow', -24 * HOUR],
  ])('is accurate to the second on a device that is %s', (_, ahead) => {
    answerAt(NOON + 400, ahead)
    expect(Math.abs(serverNow() - (NOON + 400))).toBeLessThan(1000)
  })

  it('becomes more accurate with every response', () => {
    // The header truncates to seconds; responses at different fractions of a second narrow the offset down.
    for (const part of [50, 350, 650, 950]) answerAt(NOON + part, 2 * HOUR)
    expect(Math.abs(serverNow() - (NOON + 950))).toBeLessThan(150)
  })

  it("does not move when the device's clock is set, until a response says otherwise", () => {
    answerAt(NOON, 0)
    vi.setSystemTime(NOON + 10 * 60_000)
    expect(Math.abs(serverNow() - NOON)).toBeLessThan(1000)
    vi.advanceTimersByTime(5_000)
    expect(Math.abs(serverNow() - NOON - 5_000)).toBeLessThan(1000)
  })

  it("adapts when the server's clock is set", () => {
    answerAt(NOON, 0)
    answerAt(NOON + 2 * HOUR, 0)
    expect(Math.abs(serverNow() - NOON - 2 * HOUR)).toBeLessThan(1000)
  })
})
