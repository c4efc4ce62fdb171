import type { Command } from 'commander'
import { deviceFileOption, deviceOption, requiredDevice } from './device.ts'
import { examples } from './examples.ts'
import { perform } from './perform.ts'

export function addUser(program: Command): void {
  const user = program.command('user').description('create and show players')
  user
    .command('new')
    .description('create a player who has finished onboarding')
    .option('--name <username>', 'the username')
    .option('--avatar <emoji|url>', 'the avatar')
    .addHelpText('after', examples('user new --name Mina', 'user new -o json'))
    .action(async ({ name, avatar }, command: Command) => {
      const { newUser } = await import('../operations/players/users.ts')
      await perform(command, (settings) => newUser(settings, name, avatar))
    })
  user
    .command('show')
    .description('show the player of a device')
    .addOption(deviceOption())
    .addOption(deviceFileOption())
    .addHelpText('after', examples('user show --device DEVICE_ID'))
    .action(async (options, command: Command) => {
      const { showUser } = await import('../operations/players/users.ts')
      await perform(command, async (settings) => showUser(settings, await requiredDevice(options)))
    })
  user
    .command('list')
    .description('list all players of a reference server')
    .addHelpText('after', examples('user list', 'user list -o jsonl'))
    .action(async (_, command: Command) => {
      const { listUsers } = await import('../operations/players/users.ts')
      const { table } = await import('../output/table.ts')
      await perform(command, listUsers, (users, { paint }) =>
        table(
          ['username', 'user id', 'group id'],
          users.map(({ username, id, groupId }) => [String(username), String(id), String(groupId ?? '')]),
          paint,
        ),
      )
    })
}
