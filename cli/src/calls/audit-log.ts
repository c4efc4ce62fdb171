import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { secretVariable } from '@inkling/scenarios/runner/secret-fields'
import { CliError, EXIT, reasonOf } from '../cli-error.ts'
import { type Settings, targetName } from '../settings/settings.ts'
import { stateFolder } from '../settings/state-folder.ts'
import type { TargetKind } from '../settings/target-kinds.ts'
import { userName } from '../settings/user-name.ts'
import { writeError } from '../terminal-text.ts'
import { readTargetFacts } from './target-facts.ts'

/** A log line about a call, written before it is sent. A later line with the same id contains the outcome. */
export interface AuditLine {
  readonly id: string
  /** ISO 8601. */
  readonly at: string
  /** The operating system's user. */
  readonly user: string
  readonly command: string
  readonly target: string
  readonly kind: TargetKind | 'unknown'
  readonly method: string
  readonly url: string
  readonly body: unknown
}

export interface AuditOutcome {
  readonly id: string
  readonly at: string
  /** The HTTP status, or why there was no response. */
  readonly outcome: number | string
}

export interface ChangingCall {
  readonly method: string
  readonly url: string
  readonly body: unknown
}

/** At this size, the log is rotated and the oldest file deleted. */
const MAX_BYTES = 5_000_000
const MAX_FILES = 10

const currentFile = (): string => join(stateFolder(), 'audit.jsonl')

/** The files of the log, oldest first. */
export function auditFiles(): string[] {
  return [...rotatedFiles(), currentFile()]
}

/** Rotated files are named by their time. */
const rotatedFiles = (): string[] =>
  namesOfState()
    .filter((name) => /^audit\.\d{13}-[\w-]+\.jsonl$/.test(name))
    .sort()
    .map((name) => join(stateFolder(), name))

function namesOfState(): string[] {
  try {
    return readdirSync(stateFolder())
  } catch {
    // Reading or writing the current file reports why.
    return []
  }
}

let hasWarned = false

/**
 * Logs a call that changes the target, before it is sent.
 * @returns a function that logs the outcome.
 * @throws {CliError} if the log cannot be written. Then the call must not be sent.
 */
export function audit(
  settings: Settings,
  kind: AuditLine['kind'],
  { method, url, body }: ChangingCall,
): (outcome: number | string) => void {
  const { origin, pathname } = new URL(url)
  const id = randomUUID()
  const line: AuditLine = {
    id,
    at: new Date().toISOString(),
    user: userName(),
    command: settings.command,
    target: targetName(settings),
    kind,
    method,
    url: origin + pathname,
    body: bodyWithoutSecrets(body),
  }
  try {
    mkdirSync(stateFolder(), { recursive: true, mode: 0o700 })
    rotate()
    append(line)
  } catch (error) {
    throw new CliError(
      EXIT.refused,
      `the audit log ${currentFile()} cannot be written (${reasonOf(error)}), so ${method} ${pathname} was not sent to ${origin}: free disk space or fix the file's permissions, or set XDG_STATE_HOME to another folder.`,
      { cause: error },
    )
  }
  return (outcome) => noteOutcome({ id, at: new Date().toISOString(), outcome })
}

/** Logs all calls of a command in one line: a line for each would push all others out of the log. */
export async function auditWhole(
  settings: Settings,
  plan: object,
): Promise<(outcome: number | string) => void> {
  const { kind } = await readTargetFacts(settings)
  const call = { method: 'POST', url: `${settings.url.value}/api/`, body: JSON.stringify(plan) }
  return audit(settings, kind, call)
}

function noteOutcome(line: AuditOutcome): void {
  try {
    append(line)
  } catch (error) {
    // The call itself is logged, so the command continues with one warning.
    if (!hasWarned)
      writeError(
        `inkling: the audit log ${currentFile()} can no longer be written (${reasonOf(error)}): it will lack the outcomes of calls\n`,
      )
    hasWarned = true
  }
}

/** One rename to a new name: processes that rotate at the same time lose nothing. */
function rotate(): void {
  const size = statSync(currentFile(), { throwIfNoEntry: false })?.size ?? 0
  if (size < MAX_BYTES) return
  try {
    renameSync(currentFile(), join(stateFolder(), `audit.${Date.now()}-${randomUUID()}.jsonl`))
  } catch (error) {
    // Another process has just rotated it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  for (const file of rotatedFiles().slice(0, 1 - MAX_FILES)) rmSync(file, { force: true })
}

const append = (line: AuditLine | AuditOutcome): void =>
  appendFileSync(currentFile(), `${JSON.stringify(line)}\n`, { mode: 0o600 })

const MAX_TEXT = 120
/** Larger bodies, such as a world of up to 256 MB, are logged by their size. */
const MAX_BODY = 64_000

/** The body as logged: secrets masked, long strings such as drawings shortened, large bodies replaced by their size. */
export function bodyWithoutSecrets(body: unknown): unknown {
  if (body === undefined || body === null) return null
  // A recording passes on the bytes that it receives.
  if (body instanceof Uint8Array)
    return isUtf8(body) ? bodyWithoutSecrets(Buffer.from(body).toString()) : 'not text'
  if (typeof body !== 'string') return 'not text'
  if (body.length > MAX_BODY) return `${body.length} characters`
  try {
    return JSON.parse(body, (key, value: unknown) => (secretVariable(key) === undefined ? cut(value) : '***'))
  } catch {
    return cut(body)
  }
}

const cut = (value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_TEXT
    ? `${value.slice(0, MAX_TEXT / 4)}… (${value.length} characters)`
    : value
