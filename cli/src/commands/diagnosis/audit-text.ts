import { secondIn, zoneName } from '../../output/game-time.ts'
import type { PageInZone } from '../../output/printer.ts'
import { table } from '../../output/table.ts'
import type { AuditEntry } from './audit.ts'

/**
 * One line per call.
 * @param since the time of the first entry to list; null if all are.
 */
export function auditText(
  entries: readonly AuditEntry[],
  { paint, zone }: PageInZone,
  since: Date | null,
): string {
  if (entries.length === 0) {
    const when = since === null ? '' : ` since ${secondIn(since.toISOString(), zone)} (${zoneName(zone)})`
    return `no changes were made from this account${when}`
  }
  const rows = entries.map(({ at, user, target, kind, command, method, url, outcome }) => [
    secondIn(at, zone),
    user,
    `${target} (${kind})`,
    command,
    `${method} ${new URL(url).pathname}`,
    outcomeText(outcome),
  ])
  return table([`time (${zoneName(zone)})`, 'user', 'target', 'command', 'call', 'outcome'], rows, paint)
}

function outcomeText(outcome: AuditEntry['outcome']): string {
  if (outcome === null) return 'sent, outcome unknown'
  if (typeof outcome === 'string') return outcome
  return outcome < 400 ? `ok (${outcome})` : `refused (${outcome})`
}
