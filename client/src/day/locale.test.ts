import { expect, it } from 'vitest'
import { firstWeekday, timeText } from './locale.ts'

const EVENING = new Date(2026, 10, 21, 18, 5).getTime()

it.each([
  ['en-US', '6:05 PM', 7],
  ['de-DE', '18:05', 1],
  ['ar-EG', '6:05 PM', 6],
  ['fa-IR', '18:05', 6],
  ['th-TH-u-ca-buddhist-nu-thai', '18:05', 7],
  ['ja-JP-u-ca-japanese', '18:05', 7],
])('in a browser of %s, times are such as %s, and weeks begin on day %i', (device, time, weekday) => {
  expect(timeText(EVENING, device).replace('\u202F', ' ')).toBe(time)
  expect(firstWeekday(device)).toBe(weekday)
})
