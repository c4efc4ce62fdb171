import { EXIT, EXIT_MEANINGS, type ExitCode, MISSED, nameOfExit } from '../../cli-error.ts'
import type { Settings } from '../../settings/settings.ts'
import { writeJsonError } from '../../terminal-text.ts'

/**
 * Ends a command whose result is printed. With JSON output, an exit code other than 0 is explained on standard error.
 * @param missed the meaning of exit code 5.
 */
export function endWith(
  { output }: Pick<Settings, 'output'>,
  exitCode: ExitCode,
  missed: keyof typeof MISSED,
): void {
  process.exitCode = exitCode
  if (exitCode === EXIT.ok || output.value === 'text') return
  const name = nameOfExit(exitCode)
  if (exitCode === EXIT.threshold) writeJsonError(missed, MISSED[missed], exitCode)
  else writeJsonError(name.toUpperCase(), EXIT_MEANINGS[name], exitCode)
}
