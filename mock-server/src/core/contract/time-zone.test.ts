import { expect, test } from 'vitest'
import { isTimeZone } from './time-zone.ts'

test('a time zone has an IANA name', () => {
  expect(['America/New_York', 'UTC'].every(isTimeZone)).toBe(true)
  expect(['America/Nowhere', '', 'noon'].some(isTimeZone)).toBe(false)
})
