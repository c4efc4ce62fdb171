import { beforeEach, expect, it, vi } from 'vitest'
import { onWake } from './wake.ts'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const act = vi.fn()

beforeEach(() => {
  act.mockClear()
  vi.useFakeTimers({ now: NOON })
  const stop = onWake(act)
  return () => {
    stop()
    vi.useRealTimers()
  }
})

const see = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

it('reports nothing while the page is open', () => {
  vi.advanceTimersByTime(3_600_000)
  expect(act).not.toHaveBeenCalled()
})

it('reports an hour of sleep, and again while the network comes back', () => {
  vi.setSystemTime(NOON + 3_600_000)
  vi.advanceTimersByTime(5_001)
  expect(act.mock.calls).toEqual([[true]])
  vi.advanceTimersByTime(60_000)
  expect(act.mock.calls).toEqual([[true], [false], [false]])
})

it('reports the return to a hidden page, not its slow timers', () => {
  see('hidden')
  vi.advanceTimersByTime(120_000)
  expect(act).not.toHaveBeenCalled()
  see('visible')
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledOnce()
})

it('reports a page that returns from the cache of the browser', () => {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledOnce()
})
