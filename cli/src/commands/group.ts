import type { Command } from 'commander'
import { examples } from './examples.ts'
import { perform } from './perform.ts'

export function addGroup(program: Command): void {
  const group = program.command('group').description('create, join and show groups')
  const device = ['--device <id>', 'device id of the player'] as const
  group
    .command('new')
    .argument('<name>')
    .description('create a group with a player as its host')
    .requiredOption(...device)
    .addHelpText('after', examples('group new Owls --device DEVICE_ID'))
    .action(async (name: string, options, command: Command) => {
      const { newGroup } = await import('../operations/players/groups.ts')
      const { groupText } = await import('../output/text-group.ts')
      await perform(command, (settings) => newGroup(settings, options.device, name), groupText)
    })
  group
    .command('join')
    .argument('<code>')
    .description('add a player to a group by its code')
    .requiredOption(...device)
    .addHelpText('after', examples('group join K3P9QZ --device DEVICE_ID'))
    .action(async (code: string, options, command: Command) => {
      const { joinGroup } = await import('../operations/players/groups.ts')
      const { groupText } = await import('../output/text-group.ts')
      await perform(command, (settings) => joinGroup(settings, options.device, code), groupText)
    })
  group
    .command('show')
    .description("show a player's group")
    .requiredOption(...device)
    .addHelpText('after', examples('group show --device DEVICE_ID'))
    .action(async (options, command: Command) => {
      const { showGroup } = await import('../operations/players/groups.ts')
      const { groupText } = await import('../output/text-group.ts')
      await perform(command, (settings) => showGroup(settings, options.device), groupText)
    })
}
