import { expect, test } from 'vitest'
import { ControlledClock } from './clock.ts'

const NOON = Date.parse('2026-03-07T17:00:00.000Z')

test('follows the system clock until it is changed', () => {
  let system = NOON
  const clock = new ControlledClock(() => system)
  expect([clock.now(), clock.mode]).toEqual(['2026-03-07T17:00:00.000Z', 'system'])
  clock.set('2030-01-01T00:00:00+02:00')
  system += 1000
  expect([clock.now(), clock.mode]).toEqual(['2029-12-31T22:00:01.000Z', 'shifted'])
  clock.advance(60_000)
  expect(clock.now()).toBe('2029-12-31T22:01:01.000Z')
  clock.resume()
  expect([clock.now(), clock.mode]).toEqual(['2026-03-07T17:00:01.000Z', 'system'])
})

test('a frozen clock changes only when it is set or advanced', () => {
  let system = NOON
  const clock = new ControlledClock(() => system)
  clock.freeze()
  system += 5000
  expect([clock.now(), clock.mode]).toEqual(['2026-03-07T17:00:00.000Z', 'frozen'])
  clock.advance(1500)
  expect(clock.now()).toBe('2026-03-07T17:00:01.500Z')
  clock.set('2026-03-08T00:00:00Z')
  expect([clock.now(), clock.mode]).toEqual(['2026-03-08T00:00:00.000Z', 'frozen'])
})

test('stays within the supported years', () => {
  const clock = new ControlledClock(() => Date.UTC(2026, 2, 7))
  for (const ms of [1e308, 1e15, Number.POSITIVE_INFINITY])
    expect(() => clock.advance(ms)).toThrow(RangeError)
  for (const time of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
    expect(() => clock.set(time)).toThrow(RangeError)
  expect(clock.now()).toBe('2026-03-07T00:00:00.000Z')
})

test('explains how to write a time', () => {
  expect(() => new ControlledClock().set('noon')).toThrow(
    "'noon' is not a time. Write it as 2026-03-07T23:40:00-05:00.",
  )
})
