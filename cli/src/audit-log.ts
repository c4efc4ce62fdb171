import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CliError, EXIT } from './cli-error.ts'
import { stateFolder } from './state-folder.ts'

interface ChangingCall {
  readonly method: string
  readonly url: string
}

const auditLogPath = (): string => join(stateFolder(), 'audit.jsonl')

let complained = false

/**
 * Notes that a call which changes something is about to be sent: when, who and what. No bodies and no secrets.
 * @throws {CliError} when that cannot be written: what leaves no trace is not done.
 */
export function auditBefore({ method, url }: ChangingCall): void {
  const path = auditLogPath()
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    append(path, { method, url, status: 'sent' })
  } catch (error) {
    const { origin, pathname } = new URL(url)
    throw new CliError(
      EXIT.refused,
      `the audit log ${path} cannot be written (${reasonOf(error)}), so ${method} ${pathname} is not sent to ${origin}: make room there, or name another folder with XDG_STATE_HOME.`,
    )
  }
}

/** Notes how a call that was sent came out. */
export function auditAfter({ method, url }: ChangingCall, status: number): void {
  const path = auditLogPath()
  try {
    append(path, { method, url, status })
  } catch (error) {
    // The call has been made, and is on record as sent: the command goes on, and says once that its outcome is not.
    if (!complained)
      process.stderr.write(
        `inkling: the audit log ${path} cannot be written any more (${reasonOf(error)}): how calls came out is missing there\n`,
      )
    complained = true
  }
}

function append(path: string, { method, url, status }: ChangingCall & { status: number | 'sent' }): void {
  const { origin, pathname } = new URL(url)
  const at = new Date().toISOString()
  const line = { at, user: process.env.USER ?? null, method, url: origin + pathname, status }
  appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 })
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split(', ', 1)[0] ?? '') : String(error)
