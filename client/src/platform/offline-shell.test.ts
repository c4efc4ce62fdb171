import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cacheOfflineShell } from './offline-shell.ts'

const register = vi.fn(async () => ({}))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('PROD', true)
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { register, controller: null },
    configurable: true,
  })
  register.mockClear()
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const stateIs = (state: DocumentReadyState) => vi.spyOn(document, 'readyState', 'get').mockReturnValue(state)

it('registers the worker three seconds after the page has loaded', () => {
  stateIs('interactive')
  cacheOfflineShell()
  vi.advanceTimersByTime(10_000)
  expect(register).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(2_999)
  expect(register).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(register).toHaveBeenCalledExactlyOnceWith('/worker.js')
})

it('registers the worker of a page that had loaded before its script ran', () => {
  stateIs('complete')
  cacheOfflineShell()
  vi.advanceTimersByTime(3_000)
  expect(register).toHaveBeenCalledExactlyOnceWith('/worker.js')
})

it('registers the worker when a connection is back', () => {
  stateIs('complete')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  cacheOfflineShell()
  vi.advanceTimersByTime(3_000)
  expect(register).not.toHaveBeenCalled()
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(register).toHaveBeenCalledOnce()
})
