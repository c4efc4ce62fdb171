import { CommanderError } from 'commander'
import { EXIT } from './cli-error.ts'
import { createProgram } from './program.ts'

try {
  await createProgram().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage
  } else {
    const { explain } = await import('./explain.ts')
    const { sentence, exitCode } = explain(error)
    process.stderr.write(`inkling: ${sentence}\n`)
    process.exitCode = exitCode
  }
}
