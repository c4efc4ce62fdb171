import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { BINARY } from '../../places.ts'
import { type AnswerMessage, ASKS_PARENT, type Ask, type AskMessage } from '../../safety/consent.ts'
import type { GlobalOptions } from '../../settings/settings.ts'
import { onlyColours } from '../../terminal-text.ts'

export interface Running {
  readonly ended: Promise<number>
  stop(): void
}

export interface Listener {
  onLine(line: string, isError: boolean): void
  /** Messages that the command sends in addition to its output, such as the progress of bots. */
  onMessage?(message: unknown): void
  /** Answers the questions that the command asks before it changes something. */
  readonly ask: Ask
}

/**
 * Runs a command of this program in a child process, so that it cannot block the screen and can be stopped. The admin
 * key is passed in the environment, where process lists do not show it.
 */
export function runCommand(
  words: readonly string[],
  flags: GlobalOptions,
  environment: NodeJS.ProcessEnv,
  { onLine, onMessage, ask }: Listener,
): Running {
  const { adminKey } = flags
  const child = spawn(process.execPath, [BINARY, ...words, ...globalWords(words, flags)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...environment,
      [ASKS_PARENT]: '1',
      ...(adminKey !== undefined && { INKLING_ADMIN_KEY: adminKey }),
    },
  })
  const { stdout, stderr } = child
  if (stdout) createInterface({ input: stdout }).on('line', (line) => onLine(onlyColours(line), false))
  if (stderr) createInterface({ input: stderr }).on('line', (line) => onLine(onlyColours(line), true))
  child.on('message', (message) => {
    if (isQuestion(message)) void ask(message).then((answer) => reply(child, answer))
    else onMessage?.(message)
  })
  return {
    ended: new Promise((resolve) => {
      child.once('error', (error) => {
        onLine(`inkling: the command cannot be started: ${error.message}`, true)
        resolve(1)
      })
      child.once('close', (code) => resolve(code ?? 130))
    }),
    stop: () => child.kill('SIGTERM'),
  }
}

const isQuestion = (message: unknown): message is AskMessage => (message as AskMessage).type === 'ask'

/** A command that has already ended, for example because it was stopped, receives no answer. */
function reply(child: ChildProcess, answer: string): void {
  if (child.connected) child.send({ type: 'answer', answer } satisfies AnswerMessage)
}

/** Commands that use an in-process server unless a target is given. */
const HAS_OWN_SERVER = ['scenario', 'simulate']

/**
 * Whether the console's target is passed to a command. As in a shell, the line may name another one, or the command
 * may need none.
 */
export const takesTarget = (words: readonly string[]): boolean =>
  !HAS_OWN_SERVER.includes(words[0] ?? '') && !has(words, '--target', '-t')

const has = (words: readonly string[], ...names: string[]): boolean =>
  words.some((word) => names.includes(word.split('=', 1)[0] ?? ''))

/** The console's own options are passed to its commands, unless the line overrides them. */
function globalWords(words: readonly string[], flags: GlobalOptions): string[] {
  return [
    ...(flags.target !== undefined && takesTarget(words) ? ['--target', flags.target] : []),
    ...(flags.adminKeyFile !== undefined && !has(words, '--admin-key', '--admin-key-file')
      ? ['--admin-key-file', flags.adminKeyFile]
      : []),
    ...(flags.seed !== undefined && !has(words, '--seed') ? ['--seed', flags.seed] : []),
    ...(flags.timeout !== undefined && !has(words, '--timeout') ? ['--timeout', flags.timeout] : []),
    ...(flags.readOnly ? ['--read-only'] : []),
    ...(flags.yes && !has(words, '--yes', '-y') ? ['--yes'] : []),
    ...(has(words, '--color', '--no-color') ? [] : [flags.color === true ? '--color' : '--no-color']),
  ]
}
