import type { Engine } from '../engine/engine.ts'
import { msOf } from '../rules/instant.ts'

let latest = { second: '', date: '' }

/** The engine's time in the format of the Date header. Formatted once a second. */
export function serverDate({ ports }: Engine): string {
  const now = ports.clock.now()
  const second = now.slice(0, '2026-11-21T12:00:00'.length)
  if (second !== latest.second) latest = { second, date: new Date(msOf(now)).toUTCString() }
  return latest.date
}
