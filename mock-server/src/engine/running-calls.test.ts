import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RunningCalls } from './running-calls.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A call that runs until it is answered. */
function runningCall(calls: RunningCalls) {
  let answer = (_: string) => {}
  let fail = (_: Error) => {}
  const reply = new Promise<string>((resolve, reject) => {
    answer = resolve
    fail = reject
  })
  return { answer, fail, result: calls.run(() => reply) }
}

/** Begins to wait for calls, and yields to the event loop. */
async function startYielding(calls: RunningCalls) {
  const resumed = vi.fn()
  const wait = calls.yieldToCalls().then(resumed)
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  return { resumed, wait }
}

test('background work continues at once if no call is running', async () => {
  const { resumed } = await startYielding(new RunningCalls())
  expect(resumed).toHaveBeenCalled()
})

test('background work waits until the last call is answered, even if one fails', async () => {
  const calls = new RunningCalls()
  const [first, second] = [runningCall(calls), runningCall(calls)]
  const { resumed, wait } = await startYielding(calls)
  first.fail(new Error('the database is gone'))
  await expect(first.result).rejects.toThrow('the database is gone')
  expect(resumed).not.toHaveBeenCalled()
  second.answer('the game')
  expect(await second.result).toBe('the game')
  await wait
  expect(vi.getTimerCount()).toBe(0)
})

test('background work continues under calls that never pause', async () => {
  const calls = new RunningCalls()
  const call = runningCall(calls)
  const { resumed, wait } = await startYielding(calls)
  vi.advanceTimersByTime(4)
  expect(resumed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  await wait
  expect((await startYielding(calls)).resumed).toHaveBeenCalled()
  // Two milliseconds of work pay for as much waiting.
  vi.advanceTimersByTime(2)
  const next = await startYielding(calls)
  expect(next.resumed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2)
  await next.wait
  call.answer('late')
  await call.result
})
