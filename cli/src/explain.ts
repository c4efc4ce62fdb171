import { ApiError, NETWORK_ERROR, UNKNOWN_ERROR } from '@inkling/mock-server/contract/api-error'
import { isStartupError } from '@inkling/mock-server/startup-error'
import { EXIT, type ExitCode, isCliError } from './cli-error.ts'
import { DryRun } from './guarded-fetch.ts'

/** What to say of anything that ended a command, and how to exit. */
export function explain(error: unknown): { sentence: string | null; exitCode: ExitCode } {
  if (error instanceof DryRun) return { sentence: null, exitCode: EXIT.ok }
  if (isCliError(error)) return { sentence: error.message, exitCode: error.exitCode }
  if (isStartupError(error)) return { sentence: error.message, exitCode: EXIT.runtime }
  if (error instanceof ApiError) return explainRefusal(error)
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { sentence: `this is a fault of the program: ${fault}`, exitCode: EXIT.runtime }
}

function explainRefusal({ code, message, status }: ApiError): { sentence: string; exitCode: ExitCode } {
  if (code === NETWORK_ERROR || code === UNKNOWN_ERROR) {
    const sentence = `the target answered with status ${status} and nothing that this API would say: is --target an Inkling server?`
    return { sentence, exitCode: EXIT.runtime }
  }
  const hint = status === 403 ? ' Give the key with --admin-key or INKLING_ADMIN_KEY if this needs one.' : ''
  const exitCode = status === 401 || status === 403 ? EXIT.unauthorised : EXIT.runtime
  return { sentence: `the server refused: ${message.replace(/\.$/, '')} (${code}).${hint}`, exitCode }
}
