import { readFileSync } from 'node:fs'
import { textOfFile } from '@inkling/scenarios/runner/language/files/text-file'
import { CliError, EXIT, readingProblem } from '../cli-error.ts'

/**
 * The secret in a file, without the spaces and line break around it.
 * @throws {CliError} for a file that is missing or empty. The message does not repeat its content.
 */
export function secretIn(file: string): string {
  let text: string
  try {
    text = textOfFile(readFileSync(file), file).trim()
  } catch (error) {
    throw readingProblem(file, error)
  }
  if (text !== '' && !text.includes('\n')) return text
  throw new CliError(EXIT.unreadable, `${file} must contain one line with the secret and nothing else.`)
}
