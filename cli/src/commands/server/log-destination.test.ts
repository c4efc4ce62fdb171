import { beforeEach, expect, test, vi } from 'vitest'
import { LogDestination } from './log-destination.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-07T12:00:00Z') })
  return () => vi.useRealTimers()
})

/** A file or pipe with room for some bytes, and the error of one that has none. */
function place(room: number, code: 'EAGAIN' | 'ENOSPC') {
  const state = { room, text: '' }
  const log = new LogDestination((bytes) => {
    if (state.room === 0) throw Object.assign(new Error(code), { code })
    const written = Math.min(state.room, bytes.length)
    state.room -= written
    state.text += Buffer.from(bytes.subarray(0, written)).toString()
    return written
  })
  return { state, log }
}

const notice = (lines: number) =>
  `{"level":"warn","time":"2026-03-07T12:00:00.000Z","msg":"${lines} log lines could not be written"}\n`

test('lines that do not fit on a disk are dropped, and the next one that fits says how many', () => {
  const { state, log } = place(8, 'ENOSPC')
  for (const line of ['one\n', 'three\n', 'four\n', 'five\n']) log.write(line)
  expect(state.text).toBe('one\nthre')
  state.room = Number.POSITIVE_INFINITY
  log.write('six\n')
  log.write('seven\n')
  expect(state.text).toBe(`one\nthre\n${notice(3)}six\nseven\n`)
})

test('the count is not lost if the line that says it does not fit', () => {
  const { state, log } = place(0, 'ENOSPC')
  log.write('one\n')
  state.room = 10
  log.write('two\n')
  state.room = 1000
  log.write('three\n')
  expect(state.text).toContain(`\n${notice(2)}three\n`)
})

test('lines wait for the reader of a pipe, up to a limit, and in order', () => {
  const { state, log } = place(6, 'EAGAIN')
  const line = `${'x'.repeat(1023)}\n`
  log.write('first\n')
  for (let at = 0; at < 1030; at++) log.write(line)
  expect(state.text).toBe('first\n')
  state.room = Number.POSITIVE_INFINITY
  vi.advanceTimersByTime(60)
  expect(state.text).toBe(`first\n${line.repeat(1024)}`)
  log.write('last\n')
  expect(state.text.slice(-200)).toMatch(/x\n\{[^\n]+"msg":"6 log lines could not be written"\}\nlast\n$/)
})
