import { Option } from 'commander'
import type { GlobalOptions } from '../../settings/settings.ts'
import { TARGET_KINDS } from '../../settings/target-kinds.ts'
import type { Command } from '../shared/command.ts'

const targets = () => import('./targets.ts')

export function addTarget(program: Command): void {
  const target = program.command('target').description('name servers, and choose the default one')
  target
    .command('new')
    .argument('<name>')
    .argument('<url>')
    .description('save a server under a name, with the key from --admin-key or --admin-key-file')
    .option(
      '--writes',
      'let commands change it without asking, except load tests and those that destroy data',
    )
    .addOption(
      new Option(
        '--kind <kind>',
        'decides what commands ask; by default local on this machine, else shared',
      ).choices(TARGET_KINDS),
    )
    .option('--project', "save it in this project's .inkling.json, without key, kind and --writes")
    .examples('target new staging https://staging.example --admin-key KEY')
    .prints(
      async (_, name: string, url: string, options, command: Command) => {
        const { adminKeyOf } = await import('../../settings/settings.ts')
        const adminKey = adminKeyOf(command.optsWithGlobals<GlobalOptions>())
        return (await targets()).addTarget({ name, url, adminKey, ...options })
      },
      ({ name, file }) => `${name} was saved in ${file}`,
    )
  target
    .command('use')
    .argument('<target>')
    .description('choose the server that commands use')
    .option('--project', 'in this project only')
    .examples('target use staging')
    .prints(
      async (_, name: string, { project }) => (await targets()).useTarget(name, project),
      ({ name, file }) => `commands now use ${name} (${file})`,
    )
  target
    .command('list')
    .description('list the named servers')
    .examples('target list')
    .prints(
      async ({ settings }) => (await targets()).listTargets(settings),
      async (listed, { paint }) => {
        const { table } = await import('../../output/table.ts')
        const rows = listed.map(({ name, url, kind, current, writes, adminKey, file }) => [
          current ? '*' : '',
          name,
          url,
          kind,
          writes ? 'yes' : 'ask',
          adminKey,
          file,
        ])
        return table(['', 'name', 'url', 'kind', 'writes', 'key', 'stored in'], rows, paint)
      },
    )
  target
    .command('show')
    .description('show the server that commands use, with the source of each setting and what is ignored')
    .examples('target show', 'target show --target staging')
    .prints(
      async ({ settings }) => (await targets()).showTarget(settings),
      async (shown, { paint }) => {
        const { table } = await import('../../output/table.ts')
        const rows = shown.map(({ setting, value, source }) => [setting, value, source])
        return table(['setting', 'value', 'from'], rows, paint)
      },
    )
  target
    .command('remove')
    .argument('<target>')
    .description('remove a named server')
    .examples('target remove staging')
    .prints(
      async (_, name: string) => (await targets()).removeTarget(name),
      ({ name, file }) => `${name} was removed from ${file}`,
    )
}
