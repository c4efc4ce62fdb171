import type { UserView } from '@inkling/mock-server/contract/schemas/user'
import { Option } from 'commander'
import type { Command } from '../shared/command.ts'
import { addList, byIdOrDevice, findOption } from '../shared/lists.ts'
import { perform, performInZone } from '../shared/perform.ts'
import { suspensionText } from './suspension-text.ts'

interface ShownUser {
  readonly suspension?: UserView['suspension'] | null
}

export function addUser(program: Command): void {
  const user = program.command('user').description('create, find, show and rename players')
  user
    .command('new')
    .description('create a player who has finished onboarding')
    .option('--name <username>', 'the username')
    .option('--avatar <emoji|url>', 'the avatar')
    .examples('user new --name Mina', 'user new -o json')
    .action(async ({ name, avatar }, command: Command) => {
      const { newUser } = await import('./users.ts')
      await perform(command, (settings) => newUser(settings, name, avatar))
    })
  user
    .command('show')
    .argument('[user]', 'the id of the player, with the admin key')
    .description('show a player by id, or the player of a device')
    .device()
    .examples('user show USER_ID', 'user show --device DEVICE_ID')
    .action(async (id: string | undefined, options, command: Command) => {
      const { fields } = await import('../../output/printer.ts')
      await performInZone(
        command,
        (settings, { connect, connectAs }) =>
          byIdOrDevice<object>(id, options, {
            ofId: async (userId) => {
              const { user, group } = await connect(settings).inspectUser({
                params: { id: userId },
                query: {},
              })
              return { ...user, groupName: group?.name ?? null }
            },
            ofDevice: async (device) => (await connectAs(settings, device)).getProfile(),
          }),
        (shown: object, page, zone) => {
          const { suspension, ...user }: ShownUser = shown
          const reason = suspension?.reason ? `: ${suspension.reason}` : ''
          const said = suspension && { suspension: `${suspensionText(suspension, zone)}${reason}` }
          return fields({ ...user, ...said }, page)
        },
      )
    })
  user
    .command('rename')
    .argument('<user>', 'the id of the player')
    .argument('<username>')
    .description('give a player another username (needs the admin key)')
    .examples('user rename USER_ID Mina')
    .action(async (id: string, username: string, _, command: Command) => {
      await perform(command, (settings, { connect }) =>
        connect(settings).renameUser({ params: { id }, body: { username } }),
      )
    })
  addList(user, {
    description: 'list players, or find them by name or group (needs the admin key)',
    options: [findOption(), new Option('--group <id>', 'members of this group')],
    examples: ['user list --find otto', 'user list --limit 100', 'user list --csv > players.csv'],
    columns: {
      username: ({ username }) => username,
      group: ({ groupName }) => groupName,
      'last seen': ({ lastSeen }) => lastSeen,
      state: ({ suspension }, zone) => suspensionText(suspension as UserView['suspension'], zone),
      'user id': ({ id }) => id,
      'group id': ({ groupId }) => groupId,
    },
    noun: 'player',
    name: ({ username }) => String(username),
    load: async () => (await import('./users.ts')).listUsers,
  })
}
