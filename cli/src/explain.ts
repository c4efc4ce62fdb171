import { ApiError } from '@inkling/mock-server/contract/api-error'
import { StartupError } from '@inkling/mock-server/startup-error'
import { CliError, EXIT, type ExitCode } from './cli-error.ts'

/** What to say of anything that ended a command, and how to exit. */
export function explain(error: unknown): { sentence: string; exitCode: ExitCode } {
  if (error instanceof CliError) return { sentence: error.message, exitCode: error.exitCode }
  if (error instanceof StartupError) return { sentence: error.message, exitCode: EXIT.runtime }
  if (error instanceof ApiError) {
    const exitCode = error.status === 401 || error.status === 403 ? EXIT.unauthorised : EXIT.runtime
    const hint = error.status === 403 ? ' Give the key with --admin-key or INKLING_ADMIN_KEY.' : ''
    return { sentence: `the server refused: ${error.message} (${error.code}).${hint}`, exitCode }
  }
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { sentence: `this is a fault of the program: ${fault}`, exitCode: EXIT.runtime }
}
