import { describe, expect, test } from 'vitest'
import { dailySample } from '../../../server/platform/daily-sample.fixture.ts'
import { DAY_MS } from '../../contract/constants.ts'
import { addDays, dayEnd, dayStart } from '../time/day.ts'
import { plus } from '../time/instant.ts'
import {
  inDaytime,
  LATE_REMINDER_MS,
  reminderMessage,
  resultsMessage,
  retryAt,
  turnMessage,
} from './due-message.ts'

const NEW_YORK = 'America/New_York'
const zones = (player: string) => ({ player, game: NEW_YORK })

describe('results are told at 9:00 of the player', () => {
  // On 8 March 2026 New York skips 2:00; on 29 March Berlin does. On 1 November New York repeats 1:00.
  test.each([
    ['a day without a change', '2026-01-10', NEW_YORK, '2026-01-11T14:00:00.000Z'],
    ['a day without a change', '2026-01-10', 'Europe/Berlin', '2026-01-11T08:00:00.000Z'],
    ['the morning after the game zone has changed', '2026-03-07', NEW_YORK, '2026-03-08T13:00:00.000Z'],
    [
      'the morning after the game zone has changed',
      '2026-03-07',
      'Europe/Berlin',
      '2026-03-08T08:00:00.000Z',
    ],
    [
      "the morning after the player's zone has changed",
      '2026-03-28',
      'Europe/Berlin',
      '2026-03-29T07:00:00.000Z',
    ],
    ['the morning after the game zone has changed back', '2026-10-31', NEW_YORK, '2026-11-01T14:00:00.000Z'],
    ['a zone in which the day ends at 14:00', '2026-01-10', 'Asia/Tokyo', '2026-01-12T00:00:00.000Z'],
  ])('on %s: %s in %s', (_, day, zone, dueAt) => {
    expect(resultsMessage('ann', 'g1', day, zones(zone))).toMatchObject({ dueAt, gameId: 'g1' })
  })

  test('and are of no use once there are newer ones', () => {
    const { expiresAt } = resultsMessage('ann', 'g1', '2026-03-07', zones('Europe/Berlin'))
    expect(expiresAt).toBe('2026-03-09T04:00:00.000Z')
  })
})

describe('a free turn is told', () => {
  const game = { id: 'g1', day: '2026-03-07' }
  const dueAt = (now: string, zone: string) => turnMessage('ann', game, now, zones(zone))?.dueAt ?? null

  test.each([
    ['at once at 9:00', '2026-03-07T14:00:00.000Z', NEW_YORK, '2026-03-07T14:00:00.000Z'],
    ['at once before 21:00', '2026-03-07T19:59:00.000Z', 'Europe/Berlin', '2026-03-07T19:59:00.000Z'],
    ['in the morning before 9:00', '2026-03-07T13:59:00.000Z', NEW_YORK, '2026-03-07T14:00:00.000Z'],
    [
      'in the morning, if that is still the same game day',
      '2026-03-07T13:00:00.000Z',
      'Asia/Tokyo',
      '2026-03-08T00:00:00.000Z',
    ],
    ['never, if the day is over by the morning', '2026-03-07T20:00:00.000Z', 'Europe/Berlin', null],
    ['never, if the day is over by the morning', '2026-03-08T02:00:00.000Z', NEW_YORK, null],
  ])('%s', (_, now, zone, expected) => {
    expect(dueAt(now, zone)).toBe(expected)
  })
})

describe('the reminder', () => {
  const dueAt = (day: string, zone: string, now: string) =>
    reminderMessage('ann', day, now, zones(zone))?.dueAt ?? null

  test.each([
    ['2026-03-08', NEW_YORK, '2026-03-08T22:00:00.000Z'],
    ['2026-03-08', 'Europe/Berlin', '2026-03-08T17:00:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T16:00:00.000Z'],
    ['2026-11-01', NEW_YORK, '2026-11-01T23:00:00.000Z'],
    ['2026-11-01', 'Asia/Kathmandu', '2026-11-01T12:15:00.000Z'],
  ])('of %s in %s is due at 18:00', (day, zone, expected) => {
    expect(dueAt(day, zone, `${day}T06:00:00.000Z`)).toBe(expected)
  })

  test('is not due after the evening', () => {
    expect(dueAt('2026-03-08', 'Europe/Berlin', '2026-03-08T17:00:01.000Z')).toBeNull()
  })
})

describe('in each time zone of the world, on each day of a year', () => {
  const year = Array.from({ length: 365 }, (_, at) => addDays('2026-01-01', at))
  // Messages of the first and last days are about the days around.
  const gameDays = [-3, -2, -1]
    .map((at) => addDays('2026-01-01', at))
    .concat(year, '2027-01-01', '2027-01-02')

  /** One of 24 zones, which changes daily. */
  const players = dailySample([...Intl.supportedValuesOf('timeZone'), 'UTC'], 24)

  /** Whether a game day nearby has 23 or 25 hours: then none or two of an hour that falls on its beginning. */
  const isNearChange = (day: string) =>
    [-1, 0, 1]
      .map((from) => addDays(day, from))
      .some((near) => Date.parse(dayEnd(near, NEW_YORK)) - Date.parse(dayStart(near, NEW_YORK)) !== DAY_MS)

  const results = (zone: string, day: string) => {
    const { dueAt, expiresAt } = resultsMessage('ann', 'g1', day, zones(zone))
    return dueAt < expiresAt ? dueAt : null
  }
  const reminder = (zone: string, day: string) => {
    // The roll-over takes a moment.
    const now = plus(dayStart(day, NEW_YORK), 5000)
    return reminderMessage('ann', day, now, zones(zone), LATE_REMINDER_MS)?.dueAt ?? null
  }

  test.each([
    ['the results', '09:00', results],
    ['the reminder', '18:00', reminder],
  ])('%s: once at %s', (_, hour, dueAtIn) => {
    expect(players.length).toBeGreaterThan(10)
    const wrong: string[] = []
    for (const zone of players) {
      const clock = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'short',
      })
      const times = gameDays.flatMap((day) => {
        const at = dueAtIn(zone, day)
        return at === null ? [] : clock.format(new Date(at))
      })
      for (const time of times) if (!time.endsWith(` ${hour}`)) wrong.push(`${zone}: at ${time}`)
      for (const day of year) {
        const count = times.filter((time) => time.startsWith(day)).length
        if (count !== 1 && !(count === 0 && isNearChange(day))) wrong.push(`${zone}: ${count} on ${day}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

test('nobody is notified at night', () => {
  expect(inDaytime('2026-03-07T20:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-08T08:00:00.000Z')
  expect(inDaytime('2026-03-07T08:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-07T08:00:00.000Z')
})

test('a message is tried again after 1, 2, 4 minutes and at last every hour, and no sooner than the service asks', () => {
  const now = '2026-03-07T12:00:00.000Z'
  const minutes = (attempts: number, afterMs?: number) =>
    (Date.parse(retryAt(now, attempts, afterMs)) - Date.parse(now)) / 60_000
  expect([1, 2, 3, 7, 30].map((attempts) => minutes(attempts))).toEqual([1, 2, 4, 60, 60])
  expect([minutes(1, 30_000), minutes(1, 600_000)]).toEqual([1, 10])
})
