import { CommanderError } from 'commander'
import { EXIT } from './cli-error.ts'
import { createProgram } from './program.ts'
import { endWithParent } from './tell-parent.ts'

// Whoever reads has seen enough, as in `| head`: nothing is left to do.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

endWithParent()

try {
  await createProgram().parseAsync(withDefault(process.argv))
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage
  } else {
    const { explain } = await import('./explain.ts')
    const { sentence, exitCode } = explain(error)
    if (sentence !== null) process.stderr.write(`inkling: ${sentence}\n`)
    // What a failed command has left open has nothing to wait for.
    process.exit(exitCode)
  }
}

/** Without arguments: the console on a terminal, the help elsewhere. */
function withDefault(argv: readonly string[]): readonly string[] {
  const { CI, TERM } = process.env
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY && TERM !== 'dumb' && CI !== 'true'
  return argv.length === 2 && isTerminal ? [...argv, 'console'] : argv
}
