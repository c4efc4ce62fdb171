import { appendFileSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

interface ChangingCall {
  readonly method: string
  readonly url: string
  readonly status: number
}

const auditLogPath = (env: NodeJS.ProcessEnv = process.env): string =>
  join(env.XDG_STATE_HOME ?? join(homedir(), '.local', 'state'), 'inkling', 'audit.jsonl')

let complained = false

/** Notes a call that changes something: when, who, what, and how it came out. No bodies and no secrets. */
export function appendAudit({ method, url, status }: ChangingCall): void {
  const path = auditLogPath()
  const { origin, pathname } = new URL(url)
  const line = {
    at: new Date().toISOString(),
    user: process.env.USER ?? null,
    method,
    url: origin + pathname,
    status,
  }
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 })
  } catch (error) {
    // The call has been made: the command goes on, and says once that the note is missing.
    if (!complained)
      process.stderr.write(`inkling: the audit log ${path} cannot be written: ${String(error)}\n`)
    complained = true
  }
}
