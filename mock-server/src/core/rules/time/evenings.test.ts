import { expect, test } from 'vitest'
import { eveningsIn } from './evenings.ts'

const ZONE = 'America/New_York'

test.each([
  ['2026-03-05T18:00:00-05:00', '2026-03-06T00:00:00-05:00', ['2026-03-05']],
  ['2026-03-05T18:01:00-05:00', '2026-03-06T00:00:00-05:00', []],
  ['2026-03-05T09:00:00-05:00', '2026-03-05T23:59:00-05:00', []],
  ['2026-03-05T09:00:00-05:00', '2026-03-07T12:00:00-05:00', ['2026-03-05', '2026-03-06']],
])('from %s to %s', (since, until, evenings) => {
  const utc = (text: string) => new Date(text).toISOString()
  expect(eveningsIn(utc(since), utc(until), ZONE)).toEqual(evenings)
})
