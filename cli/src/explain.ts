import { ApiError, NETWORK_ERROR, UNKNOWN_ERROR } from '@inkling/mock-server/contract/client/api-error'
import { isStartupError } from '@inkling/mock-server/machine'
import { DryRun } from './calls/guarded-fetch.ts'
import { EXIT, type ExitCode, isCliError, nameOfExit } from './cli-error.ts'
import { systemProblem } from './system-problem.ts'

export interface Explanation {
  /** Null if nothing is printed. */
  readonly sentence: string | null
  /** The server's error code, or the name of the exit code. */
  readonly code: string
  readonly exitCode: ExitCode
}

/** The description and exit code for any error that ended a command. */
export function explain(error: unknown): Explanation {
  if (error instanceof DryRun) return because(null, EXIT.ok)
  if (isCliError(error)) return because(error.message, error.exitCode)
  // By name: each bundle has its own copy of the class.
  if (error instanceof Error && error.name === 'ScenarioFileError')
    return because(error.message, EXIT.unreadable)
  if (isStartupError(error)) return because(error.message, error.isUsage ? EXIT.usage : EXIT.runtime)
  if (error instanceof ApiError) return explainRefusal(error)
  const problem = systemProblem(error)
  if (problem) return because(problem.message, problem.exitCode)
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return because(`this is a bug in inkling: ${fault}`, EXIT.runtime)
}

function because(sentence: string | null, exitCode: ExitCode): Explanation {
  return { sentence, code: nameOfExit(exitCode).toUpperCase(), exitCode }
}

/** Statuses of a proxy that has no upstream, or whose upstream did not respond. */
const PROXY_STATUSES = new Set([502, 503, 504])

function explainRefusal({ code, message, status }: ApiError): Explanation {
  if (code === NETWORK_ERROR || code === UNKNOWN_ERROR) {
    const strange = `the target answered with status ${status} and a body that is not from this API`
    const sentence = PROXY_STATUSES.has(status)
      ? `${strange}: if it is a proxy, check that a server behind it is ready; otherwise correct --target.`
      : `${strange}: is --target an Inkling server?`
    return { sentence, code, exitCode: EXIT.runtime }
  }
  if (status === 503) {
    const sentence = `the server is up but unavailable: ${message.replace(/\.$/, '')} (${code}). Run \`inkling doctor\` to check whether it is ready.`
    return { sentence, code, exitCode: EXIT.runtime }
  }
  const hint = status === 403 ? ' Give the key with --admin-key or INKLING_ADMIN_KEY if this needs one.' : ''
  const exitCode = status === 401 || status === 403 ? EXIT.unauthorised : EXIT.runtime
  return { sentence: `the server refused: ${message.replace(/\.$/, '')} (${code}).${hint}`, code, exitCode }
}
