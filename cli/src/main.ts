import { namesProxy } from '@inkling/scenarios/bots/proxy-variables'
import { EXIT } from './cli-error.ts'
import { endWithParent } from './parent-process.ts'
import { runProgram } from './program.ts'
import { isCi } from './settings/ci.ts'

let isCutOff = false
let isRunning = true

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // Each further write fails too.
  if (isCutOff) return
  isCutOff = true
  // The reader closed the pipe, as `| head` does.
  const isClosed = code === 'EPIPE'
  if (!isClosed) {
    process.stderr.write(
      `inkling: standard output cannot be written (${message}): free disk space, or redirect it elsewhere.\n`,
    )
  }
  // A command with something to clean up listens for Ctrl-C.
  if (process.emit('SIGINT')) return
  if (!isClosed) process.exit(EXIT.runtime)
  // The output of a command that has finished was cut off after its work: it exits with its own code.
  setImmediate(() => process.exit(isRunning ? EXIT.interrupted : undefined))
})

// Progress and log lines are not worth the work of a command, its report, or the state of a server that it restores.
process.stderr.on('error', () => {})

endWithParent()
if (namesProxy()) (await import('@inkling/scenarios/bots/proxies')).followProxies()

const failed = await runProgram(withDefault(process.argv.slice(2)))
isRunning = false
// A failed command may have left handles open. Do not wait for them. Nor does a server end by itself: for its last
// milliseconds it would not listen, and a Ctrl-C that a task runner passes on late would end it with a failure.
if (failed !== undefined || process.listenerCount('SIGINT') > 0) process.exit(failed)

/** Without arguments: the console on a terminal, the help elsewhere. */
function withDefault(words: readonly string[]): readonly string[] {
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY && process.env.TERM !== 'dumb' && !isCi()
  return words.length === 0 && isTerminal ? ['console'] : words
}
