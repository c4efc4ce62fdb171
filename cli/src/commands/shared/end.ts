import { EXIT, EXIT_MEANINGS, type ExitCode, MISSED, nameOfExit } from '../../cli-error.ts'
import type { Settings } from '../../settings/settings.ts'
import { writeError, writeJsonError } from '../../terminal-text.ts'

/**
 * Ends a command whose result is printed. An interruption is named on standard error, and with JSON output, any exit code
 * other than 0.
 * @param missed the meaning of exit code 5.
 */
export function endWith(
  { output }: Pick<Settings, 'output'>,
  exitCode: ExitCode,
  missed: keyof typeof MISSED,
): void {
  process.exitCode = exitCode
  if (output.value === 'text') {
    if (exitCode === EXIT.interrupted) writeError('inkling: stopped early; this is the result until then.\n')
    return
  }
  if (exitCode === EXIT.ok) return
  const name = nameOfExit(exitCode)
  if (exitCode === EXIT.threshold) writeJsonError(missed, MISSED[missed], exitCode)
  else writeJsonError(name.toUpperCase(), EXIT_MEANINGS[name], exitCode)
}
