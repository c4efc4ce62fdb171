import { Option } from 'commander'
import type { GlobalOptions } from '../../settings/settings.ts'
import { TARGET_KINDS } from '../../settings/target-kinds.ts'
import type { Command } from '../shared/command.ts'
import { begin, perform } from '../shared/perform.ts'

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
    .action(async (name: string, url: string, options, command: Command) => {
      const { addTarget: add } = await import('./targets.ts')
      const { adminKeyOf } = await import('../../settings/settings.ts')
      const adminKey = adminKeyOf(command.optsWithGlobals<GlobalOptions>())
      await perform(
        command,
        () => add({ name, url, ...(adminKey !== undefined && { adminKey }), ...options }),
        ({ file }) => `${name} was saved in ${file}`,
      )
    })
  target
    .command('use')
    .argument('<target>')
    .description('choose the server that commands use')
    .option('--project', 'in this project only')
    .examples('target use staging')
    .action(async (name: string, options, command: Command) => {
      const { useTarget } = await import('./targets.ts')
      await perform(
        command,
        () => useTarget({ name, ...options }),
        ({ file }) => `commands now use ${name} (${file})`,
      )
    })
  target
    .command('list')
    .description('list the named servers')
    .examples('target list')
    .action(async (_, command: Command) => {
      const { listTargets } = await import('./targets.ts')
      const { table } = await import('../../output/table.ts')
      await perform(command, listTargets, (targets, { paint }) =>
        table(
          ['', 'name', 'url', 'kind', 'writes', 'key', 'stored in'],
          targets.map(({ name, url, kind, current, writes, adminKey, file }) => [
            current ? '*' : '',
            name,
            url,
            kind,
            writes ? 'yes' : 'ask',
            adminKey,
            file,
          ]),
          paint,
        ),
      )
    })
  target
    .command('show')
    .description('show the server that commands use, with the source of each setting and what is ignored')
    .examples('target show', 'target show --target staging')
    .action(async (_, command: Command) => {
      const { showTarget } = await import('./targets.ts')
      const { table } = await import('../../output/table.ts')
      await perform(command, showTarget, (settings, { paint }) =>
        table(
          ['setting', 'value', 'from'],
          settings.map(({ setting, value, source }) => [setting, value, source]),
          paint,
        ),
      )
    })
  target
    .command('remove')
    .argument('<target>')
    .description('remove a named server')
    .examples('target remove staging')
    .action(async (name: string, _, command: Command) => {
      const { removeTarget } = await import('./targets.ts')
      const { printer } = await begin(command)
      printer.print(await removeTarget(name), ({ file }) => `${name} was removed from ${file}`)
    })
}
