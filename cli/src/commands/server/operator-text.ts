import type {
  AdminCalls,
  Announcements,
  MaintenanceState,
} from '@inkling/mock-server/contract/schemas/operator'
import { minuteIn, secondIn, zoneName } from '../../output/game-time.ts'
import type { PageInZone } from '../../output/printer.ts'
import { table } from '../../output/table.ts'
import { callWords } from './admin-calls-text.ts'

/** A line for each announcement, and one for the maintenance. */
export function announcementsText({ announcements, maintenance }: Announcements, page: PageInZone): string {
  const { paint, zone } = page
  const rows = announcements.map(({ id, text, at, until }) => [
    id,
    minuteIn(at, zone),
    minuteIn(until, zone),
    text,
  ])
  return [
    rows.length === 0
      ? 'there are no announcements'
      : table(['id', `since (${zoneName(zone)})`, 'until', 'text'], rows, paint),
    ...(maintenance ? [maintenanceText({ maintenance }, page)] : []),
  ].join('\n')
}

export function maintenanceText(
  { maintenance }: MaintenanceState,
  { zone }: Pick<PageInZone, 'zone'>,
): string {
  if (!maintenance) return 'players can play'
  const { since, message } = maintenance
  return `players can only read since ${minuteIn(since, zone)} (${zoneName(zone)})${message === null ? '' : `: ${message}`}`
}

/** A line for each call with a key: who, and what in words. JSON has the calls themselves. */
export function adminCallsText({ calls }: AdminCalls, { paint, zone }: PageInZone): string {
  if (calls.length === 0) return 'no call with the admin key or the moderator key is listed'
  const rows = calls.map(({ at, key, name, from, method, path, body, status }) => [
    secondIn(at, zone),
    name ?? '',
    key ?? '',
    from ?? 'the server itself',
    status === null ? 'unknown' : status < 400 ? `ok (${status})` : `refused (${status})`,
    shortened(callWords({ method, path, body })),
  ])
  return table([`time (${zoneName(zone)})`, 'who', 'key', 'from', 'outcome', 'what'], rows, paint)
}

/** Longer than any decision with its note. */
const MAX_WORDS = 320

/** The ids of a thousand players, for example, would hide the other calls. */
const shortened = (words: string): string =>
  words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS)}…` : words
