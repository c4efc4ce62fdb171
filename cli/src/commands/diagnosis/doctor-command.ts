import { EXIT } from '../../cli-error.ts'
import type { Command } from '../shared/command.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { begin } from '../shared/perform.ts'

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
      const { diagnosisText } = await import('./diagnosis-text.ts')
      const findings = await diagnose(settings, options)
      printer.print(findings, diagnosisText)
      if (findings.some(({ state }) => state === 'bad')) process.exitCode = EXIT.runtime
    })
}
