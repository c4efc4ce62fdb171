import { expect, test } from 'vitest'
import { eventsAfter } from './read-aloud.ts'

const event = (at: number) => ({ type: 'turn-started', at: new Date(at).toISOString() })

test('the events after the last printed one are new, also when older ones were dropped', () => {
  const events = [1, 2, 3, 4].map(event)
  expect(eventsAfter(undefined, events)).toEqual(events)
  expect(eventsAfter(events[1], events)).toEqual(events.slice(2))
  expect(eventsAfter(events[3], events)).toEqual([])
  const full = [...events.slice(1), event(5)]
  expect(eventsAfter(events[3], full)).toEqual([full[3]])
  expect(eventsAfter(events[0], full)).toEqual(full)
})
