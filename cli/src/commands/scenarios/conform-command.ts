import type { Command } from '../shared/command.ts'
import { deviceOf } from '../shared/device.ts'
import { endWith } from '../shared/end.ts'
import { begin } from '../shared/perform.ts'

export function addConform(program: Command): void {
  program
    .command('conform')
    .description(
      'compare a server with the documented API, point by point; exit code 5 if it does not conform',
    )
    .option(
      '--write',
      'include checks that write: they create players, groups and games; on a server with controls they also move the clock, and restore its world and clock at the end',
    )
    .option('--limits', 'also use up the budgets of calls that one of the created players has')
    .device('without --write, read as the player of this device')
    .addHelpText(
      'after',
      `\nWithout --write, only requests that read, or that a server must refuse, are sent.`,
    )
    .examples(
      'conform',
      'conform --write --target http://localhost:4000',
      'conform --read-only --target https://inkling.example -o json',
    )
    .action(async (options, command: Command) => {
      const { settings, printer } = await begin(command, options.write ? 'conform --write' : 'conform')
      const { checkConformance } = await import('./conformance.ts')
      const { conformanceText, pointText } = await import('./conform-text.ts')
      const { conformance, exitCode } = await checkConformance(
        settings,
        { ...options, device: await deviceOf(options), say: (text) => printer.say(text) },
        (point) => printer.event(point, pointText),
      )
      if (settings.output.value !== 'jsonl') printer.print(conformance, conformanceText)
      endWith(settings, exitCode, 'NOT_CONFORMING')
    })
}
