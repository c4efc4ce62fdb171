import type { GlobalOptions } from '../../settings/settings.ts'
import type { Command } from '../shared/command.ts'

export function addAdminKey(program: Command): void {
  program
    .command('admin-key')
    .description('replace the admin key of a server')
    .command('rotate')
    .description('replace the generated key; the old one is invalid at once')
    .option('--to <file>', 'a file for the new key (default: where the old one was found)')
    .examples('admin-key rotate', 'admin-key rotate --to admin-key.txt')
    .prints(
      async ({ settings }, { to }, command: Command) => {
        const { adminKeyFile } = command.optsWithGlobals<GlobalOptions>()
        return (await import('./admin-key.ts')).rotateAdminKey(settings, to ?? adminKeyFile)
      },
      ({ keyIn }) =>
        keyIn === 'this machine'
          ? 'the admin key is replaced, and commands on this machine find the new one'
          : `the admin key is replaced, and the new one is in ${keyIn}`,
    )
}
