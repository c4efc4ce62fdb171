import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { DURATION } from '@inkling/scenarios/text/duration'
import { type AuditLine, type AuditOutcome, auditFiles } from '../../calls/audit-log.ts'
import { CliError, EXIT, fileProblem } from '../../cli-error.ts'
import { durationOf } from '../../command-line/durations.ts'

export interface AuditEntry extends AuditLine {
  /** The HTTP status, or why there was no response; null if it was not logged. */
  readonly outcome: number | string | null
}

export interface AuditReading {
  readonly entries: readonly AuditEntry[]
  /** Lines damaged by a crash or by editing. */
  readonly damaged: number
}

/** Reads the changes made from this account since a time, oldest first; with a limit, only the newest. */
export async function readAudit(since: Date, limit = Number.POSITIVE_INFINITY): Promise<AuditReading> {
  const entries = new Map<string, AuditEntry>()
  let damaged = 0
  for (const file of auditFiles()) {
    for await (const text of linesOf(file)) {
      const line = parsed(text)
      if (line === null) damaged++
      else if ('method' in line) entries.set(line.id, { ...line, outcome: null })
      else {
        const entry = entries.get(line.id)
        if (entry) entries.set(line.id, { ...entry, outcome: line.outcome })
      }
    }
  }
  const recent = [...entries.values()].filter(({ at }) => Date.parse(at) >= since.getTime())
  return { entries: recent.slice(-limit), damaged }
}

/**
 * Parses `--since`: a duration before now, or a date.
 * @throws {CliError} for anything else.
 */
export function sinceOf(text: string | undefined, now = Date.now()): Date {
  if (text === undefined) return new Date(0)
  const time = DURATION.test(text)
    ? now - durationOf(text)
    : /^\d{4}-\d\d-\d\d/.test(text)
      ? Date.parse(text)
      : Number.NaN
  if (!Number.isNaN(time)) return new Date(time)
  throw new CliError(
    EXIT.usage,
    `--since '${text}' is neither a duration nor a date: write it as 7d, 90m or 2026-03-07.`,
  )
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const stream = createReadStream(file, 'utf8')
  try {
    for await (const line of createInterface({ input: stream })) if (line !== '') yield line
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    const fix = 'fix its permissions, or set XDG_STATE_HOME to another folder'
    throw fileProblem(`the audit log ${file} cannot be read`, error, fix)
  }
}

function parsed(text: string): AuditLine | AuditOutcome | null {
  try {
    const line = JSON.parse(text) as Partial<AuditLine & AuditOutcome>
    return typeof line.id === 'string' && typeof line.at === 'string'
      ? (line as AuditLine | AuditOutcome)
      : null
  } catch {
    return null
  }
}
