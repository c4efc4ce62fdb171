import { EXIT } from '../../cli-error.ts'
import type { Command } from '../shared/command.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { begin } from '../shared/perform.ts'

const MARKS = {
  good: ['green', '✓'],
  notice: ['yellow', '!'],
  bad: ['red', '✗'],
} as const

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'find problems that keep servers, tests or commands from working; exit code 3 if there are any',
    )
    .option('--data <dir>', 'data folder of a server on this machine', '.inkling')
    .option('--port <number>', 'port of a server on this machine', wholeNumber(1, 65_535), 4000)
    .examples('doctor', 'doctor --target staging -o json')
    .action(async (options, command: Command) => {
      const { settings, printer } = await begin(command)
      const { diagnose } = await import('./diagnosis.ts')
      const { table } = await import('../../output/table.ts')
      const findings = await diagnose(settings, options)
      printer.print(findings, (shown, { paint }) => {
        const rows = shown.map(({ about, state, finding }) => {
          const [format, mark] = MARKS[state]
          return [paint(format, mark), about, finding]
        })
        return table(['', 'what', 'finding'], rows, paint)
      })
      if (findings.some(({ state }) => state === 'bad')) process.exitCode = EXIT.runtime
    })
}
