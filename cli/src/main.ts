import { CommanderError } from 'commander'
import { EXIT } from './cli-error.ts'
import { createProgram } from './program.ts'

// Whoever reads has seen enough, as in `| head`: nothing is left to do.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

try {
  await createProgram().parseAsync()
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
