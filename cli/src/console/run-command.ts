import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { GlobalOptions } from '../settings.ts'

const binary = fileURLToPath(new URL('../../bin/inkling.mjs', import.meta.url))

/** The environment as the console found it: what Ink is told there is not for commands. */
const surroundings = { ...process.env }

export interface Running {
  readonly ended: Promise<number>
  stop(): void
}

/**
 * Runs a command of this program beside the console: what it computes cannot hold up the screen, and it can be stopped.
 * The key goes along in the environment, where no list of processes shows it.
 */
export function runCommand(
  words: readonly string[],
  flags: GlobalOptions,
  onLine: (line: string, isError: boolean) => void,
  onMessage: (message: unknown) => void = () => {},
): Running {
  const { adminKey } = flags
  const child = spawn(process.execPath, [binary, ...words, ...globalWords(words, flags)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...surroundings, ...(adminKey !== undefined && { INKLING_ADMIN_KEY: adminKey }) },
  })
  const { stdout, stderr } = child
  if (stdout) createInterface({ input: stdout }).on('line', (line) => onLine(line, false))
  if (stderr) createInterface({ input: stderr }).on('line', (line) => onLine(line, true))
  child.on('message', onMessage)
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

/** What the console was told goes on to its commands, unless they say otherwise. */
function globalWords(words: readonly string[], flags: GlobalOptions): string[] {
  const has = (...names: string[]) => words.some((word) => names.includes(word.split('=', 1)[0] ?? ''))
  return [
    ...(flags.target !== undefined && !has('--target', '-t') ? ['--target', flags.target] : []),
    ...(flags.seed !== undefined && !has('--seed') ? ['--seed', flags.seed] : []),
    ...(flags.timeout !== undefined && !has('--timeout') ? ['--timeout', flags.timeout] : []),
    ...(flags.readOnly ? ['--read-only'] : []),
    ...(flags.yes && !has('--yes', '-y') ? ['--yes'] : []),
    '--no-interactive',
    ...(has('--color', '--no-color') ? [] : [flags.color === true ? '--color' : '--no-color']),
  ]
}
