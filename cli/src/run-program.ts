import { CommanderError } from 'commander'
import { wordsWithoutSecrets } from './calls/audit-body.ts'
import { EXIT, type ExitCode } from './cli-error.ts'
import { commandLine } from './command-line/command-words.ts'
import { withMarkedIds } from './command-line/hyphen-ids.ts'
import { createProgram } from './program.ts'
import { cleaned, writeJsonError } from './terminal-text.ts'

/**
 * Runs one command line. Errors are printed on standard error: a sentence, or an object with `-o json`.
 * @param words the arguments after the program's name.
 * @returns the code to exit with immediately, or undefined if the process may end by itself with `process.exitCode`.
 */
export async function runProgram(words: readonly string[]): Promise<ExitCode | undefined> {
  const isJson = wantsJson(words)
  const program = createProgram((sentence) =>
    isJson ? writeJsonError('USAGE', sentence, EXIT.usage) : writeSentence(sentence),
  )
  program.setOptionValue('commandLine', commandLine(wordsWithoutSecrets(words)))
  try {
    await program.parseAsync(withMarkedIds(withConsent(words)), { from: 'user' })
    return undefined
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage
      return undefined
    }
    const { explain } = await import('./explain.ts')
    const { sentence, code, exitCode } = explain(error)
    if (sentence !== null && isJson) writeJsonError(code, sentence, exitCode)
    else if (sentence !== null) writeSentence(sentence)
    return exitCode
  }
}

const writeSentence = (sentence: string): void => void process.stderr.write(`inkling: ${cleaned(sentence)}\n`)

/** Tells whether output is JSON. Parsed before Commander, because errors of the command line are reported in JSON too. */
function wantsJson(words: readonly string[], env = process.env): boolean {
  const given = words.flatMap((word, at) => {
    if (word === '-o' || word === '--output') return words[at + 1] ?? []
    return /^(?:--output=|-o)(.+)$/.exec(word)?.[1] ?? []
  })
  return /^jsonl?$/.test(given.at(-1) ?? env.INKLING_OUTPUT ?? '')
}

/** Rewrites `--yes=NAME`: with an optional value for `--yes`, Commander would take the next word as the name. */
const withConsent = (words: readonly string[]): string[] =>
  words.flatMap((word) => (word.startsWith('--yes=') ? ['--yes-for', word.slice('--yes='.length)] : [word]))
