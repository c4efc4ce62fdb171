import { CommanderError } from 'commander'
import { wordsWithoutSecrets } from './calls/audit-body.ts'
import { EXIT, type ExitCode } from './cli-error.ts'
import { commandLine } from './command-line/command-words.ts'
import { createProgram, longerCommand } from './program.ts'

/**
 * Runs one command line.
 * @param words what comes after the program's name.
 * What goes wrong is printed on standard error: a sentence, or under `-o json` an object.
 * @returns the code to exit with at once; undefined where the process ends by itself, with the code that is set.
 */
export async function runProgram(words: readonly string[]): Promise<ExitCode | undefined> {
  const isJson = wantsJson(words)
  const program = createProgram(isJson)
  program.setOptionValue('commandLine', commandLine(wordsWithoutSecrets(words)))
  try {
    await program.parseAsync(withConsent(words), { from: 'user' })
    return undefined
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage
      // For people, commander has printed it already.
      if (isJson && /^error: /.test(error.message))
        writeJson(
          'USAGE',
          (error.message.slice('error: '.length) + longerCommand(error.message, program)).trim(),
          EXIT.usage,
        )
      return undefined
    }
    const { explain } = await import('./explain.ts')
    const { sentence, code, exitCode } = explain(error)
    if (sentence !== null && isJson) writeJson(code, sentence, exitCode)
    else if (sentence !== null) process.stderr.write(`inkling: ${sentence}\n`)
    return exitCode
  }
}

const writeJson = (code: string, message: string, exitCode: ExitCode): void =>
  void process.stderr.write(`${JSON.stringify({ error: { code, message, exitCode } })}\n`)

/** Whether data is printed as JSON. It is read by hand: a command line with an error in it has to say so in JSON too. */
function wantsJson(words: readonly string[], env = process.env): boolean {
  const given = words.flatMap((word, at) => {
    if (word === '-o' || word === '--output') return words[at + 1] ?? []
    return /^(?:--output=|-o)(.+)$/.exec(word)?.[1] ?? []
  })
  return /^jsonl?$/.test(given.at(-1) ?? env.INKLING_OUTPUT ?? '')
}

/** `--yes` stands alone or with a name; commander would take the next word for that name. */
const withConsent = (words: readonly string[]): string[] =>
  words.flatMap((word) => (word.startsWith('--yes=') ? ['--yes-for', word.slice('--yes='.length)] : [word]))
