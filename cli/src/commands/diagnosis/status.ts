import type { ControlStatus } from '@inkling/mock-server/contract/schemas/control'
import type { Calls } from '../../calls/connect.ts'

/** What goes on on a server, and what waits for an admin. */
export interface ServerStatus
  extends Pick<ControlStatus, 'now' | 'timeZone' | 'clock' | 'counts' | 'capacity' | 'maintenance'> {
  readonly announcements: NonNullable<ControlStatus['announcements']>
  readonly faults: number
  /** Open reports, and when the oldest was made; null without any. */
  readonly reports: { readonly open: number; readonly oldestAt: string | null }
  /** The games whose turn is running, and those of them whose turn should have ended. */
  readonly turns: { readonly running: number; readonly overdue: number }
}

/** @throws {CliError} if the target has no controls. */
export async function readStatus({ controls }: Calls): Promise<ServerStatus> {
  const client = await controls()
  const status = await client.getControlStatus()
  const [reports, playing, overdue] = await Promise.all([
    client.listReports({ query: { order: 'oldest', limit: 1 } }),
    client.listGames({ query: { status: 'playing' } }),
    client.listGames({ query: { status: 'overdue' } }),
  ])
  const { now, timeZone, clock, counts, capacity, maintenance, announcements = [], faults = 0 } = status
  return {
    now,
    timeZone,
    clock,
    reports: { open: reports.open, oldestAt: reports.reports[0]?.firstAt ?? null },
    turns: { running: playing.items.length, overdue: overdue.items.length },
    maintenance,
    announcements,
    faults,
    counts,
    capacity,
  }
}
