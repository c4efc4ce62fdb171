import type { AuditEntry } from '../operations/diagnosis/audit.ts'
import type { Page } from './printer.ts'
import { table } from './table.ts'

/** One line per call. */
export function auditText(entries: readonly AuditEntry[], { paint }: Page): string {
  if (entries.length === 0) return 'no changes were made from this account'
  const rows = entries.map(({ at, user, target, kind, command, method, url, outcome }) => [
    at.slice(0, 19).replace('T', ' '),
    user,
    `${target} (${kind})`,
    command,
    `${method} ${new URL(url).pathname}`,
    outcomeText(outcome),
  ])
  return table(['time (UTC)', 'user', 'target', 'command', 'call', 'outcome'], rows, paint)
}

function outcomeText(outcome: AuditEntry['outcome']): string {
  if (outcome === null) return 'sent, outcome unknown'
  if (typeof outcome === 'string') return outcome
  return outcome < 400 ? `ok (${outcome})` : `refused (${outcome})`
}
