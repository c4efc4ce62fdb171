import type {
  AdminCalls,
  Announcements,
  MaintenanceState,
} from '@inkling/mock-server/contract/schemas/operator'
import type { Page } from '../printer.ts'
import { table } from '../table.ts'

/** A line for each announcement, and one for the maintenance. */
export function announcementsText({ announcements, maintenance }: Announcements, { paint }: Page): string {
  const rows = announcements.map(({ id, text, at, until }) => [id, timeText(at), timeText(until), text])
  return [
    rows.length === 0
      ? 'there are no announcements'
      : table(['id', 'since (UTC)', 'until (UTC)', 'text'], rows, paint),
    ...(maintenance ? [maintenanceText({ maintenance })] : []),
  ].join('\n')
}

export function maintenanceText({ maintenance }: MaintenanceState): string {
  if (!maintenance) return 'players can play'
  const { since, message } = maintenance
  return `players can only read since ${timeText(since)} (UTC)${message === null ? '' : `: ${message}`}`
}

/** A line for each call with a key. */
export function adminCallsText({ calls }: AdminCalls, { paint }: Page): string {
  if (calls.length === 0) return 'no call with the admin key or the moderator key is listed'
  const rows = calls.map(({ at, key, from, method, path, body, status }) => [
    timeText(at),
    key ?? '',
    from ?? 'the server itself',
    `${method} ${path}`,
    body === null ? '' : JSON.stringify(body),
    status === null ? 'unknown' : status < 400 ? `ok (${status})` : `refused (${status})`,
  ])
  return table(['time (UTC)', 'key', 'from', 'call', 'body', 'outcome'], rows, paint)
}

const timeText = (iso: string): string => iso.slice(0, 19).replace('T', ' ')
