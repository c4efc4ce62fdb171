import '@testing-library/jest-dom/vitest'
import { DEVICE_COOKIE, SHELL } from '@inkling/mock-server/contract/constants'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { writeCookie } from '../platform/cookie.ts'
import { resetGameZone } from '../platform/game-zone.ts'
import { dismissQuestion } from '../platform/question.ts'
import { closeSample } from '../platform/sample.ts'
import { resetServerClock } from '../platform/server-clock.ts'
import { dismissToast } from '../platform/toast.ts'
import { queryClient } from '../session/server/query-client.ts'
import { rememberedSession, useSession } from '../session/session-store.ts'
import { endTurn } from '../turn/turn-store.ts'
import { allowAllCalls, beginCalls, endCalls, limitCallsToTests } from './calls-of-test.ts'
import { server } from './server.ts'

/** A WebSocket that never opens. */
class SilentWebSocket {
  close() {}
}

const FRAME_MS = 16

// On a busy machine, loading a screen on demand takes long.
configure({ asyncUtilTimeout: 15_000 })

// happy-dom runs the next frame at once: an animation would use a whole core.
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis
window.requestAnimationFrame = (callback) => Number(startTimer(() => callback(performance.now()), FRAME_MS))
window.cancelAnimationFrame = (id) => stopTimer(id)

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' })
  limitCallsToTests()
})
afterAll(() => {
  allowAllCalls()
  server.close()
})

beforeEach(() => {
  beginCalls()
  vi.stubGlobal('WebSocket', SilentWebSocket)
  // Skips the splash, because nearly every screen test starts the app. `startup.test.tsx` tests its real duration.
  vi.spyOn(SHELL, 'splashMs', 'get').mockReturnValue(0 as 500)
  // Keeps the app's messages for developers out of the test report.
  vi.spyOn(console, 'info').mockImplementation(() => {})
  vi.spyOn(console, 'debug').mockImplementation(() => {})
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  cleanup()
  // What a test has put there itself.
  document.body.replaceChildren()
  await endCalls()
  dismissToast()
  dismissQuestion()
  closeSample()
  server.resetHandlers()
  queryClient.clear()
  endTurn()
  localStorage.clear()
  sessionStorage.clear()
  writeCookie(DEVICE_COOKIE.name, '', 0)
  useSession.setState(rememberedSession(), true)
  resetServerClock()
  resetGameZone()
  window.history.replaceState(null, '', '/')
  document.title = ''
  // A test that expects such a message clears the calls of the spy.
  expect(vi.mocked(console.error).mock.calls).toEqual([])
  expect(vi.mocked(console.warn).mock.calls).toEqual([])
})
