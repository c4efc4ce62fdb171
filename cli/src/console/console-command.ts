import type { Command } from '../commands/shared/command.ts'
import { deviceOf } from '../commands/shared/device.ts'
import { begin } from '../commands/shared/perform.ts'
import type { GlobalOptions } from '../settings/settings.ts'

export function addConsole(program: Command): void {
  program
    .command('console')
    .description('watch and manage a day in this terminal')
    .device('show the games of this player if the server has no controls')
    .option('--screen-reader', 'print plain lines instead of a screen')
    .examples('console', 'console --target staging --read-only', 'console --screen-reader')
    .action(async (options, command: Command) => {
      const { settings } = await begin(command)
      const { openConsole } = await import('./open-console.ts')
      const device = await deviceOf(options)
      process.exit(
        await openConsole(settings, command.optsWithGlobals<GlobalOptions>(), program, {
          ...options,
          device,
        }),
      )
    })
}
