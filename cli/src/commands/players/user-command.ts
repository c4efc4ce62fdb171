import type { UserView } from '@inkling/mock-server/contract/schemas/user'
import { Option } from 'commander'
import type { Command } from '../shared/command.ts'
import { addList, byIdOrDevice, findOption } from '../shared/lists.ts'
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
    .prints(async ({ settings }, { name, avatar }) =>
      (await import('./users.ts')).newUser(settings, name, avatar),
    )
  user
    .command('show')
    .argument('[user]', 'the id of the player, with the admin key')
    .description('show a player by id, or the player of a device')
    .device()
    .examples('user show USER_ID', 'user show --device DEVICE_ID')
    .printsInZone(
      (calls, given: string | undefined, options) =>
        byIdOrDevice<object>(given, options, {
          ofId: async (id) => {
            const { user, group } = await calls.client.inspectUser({ params: { id }, query: {} })
            return { ...user, groupName: group?.name ?? null }
          },
          ofDevice: async (device) => (await calls.playerOf(device)).getProfile(),
        }),
      async (shown: object, page) => {
        const { suspension, ...user }: ShownUser = shown
        const { fields } = await import('../../output/printer.ts')
        const reason = suspension?.reason ? `: ${suspension.reason}` : ''
        const said = suspension && { suspension: `${suspensionText(suspension, page.zone)}${reason}` }
        return fields({ ...user, ...said }, page)
      },
    )
  user
    .command('rename')
    .argument('<user>', 'the id of the player')
    .argument('<username>')
    .description('give a player another username (needs the admin key)')
    .examples('user rename USER_ID Mina')
    .prints(({ client }, id: string, username: string) =>
      client.renameUser({ params: { id }, body: { username } }),
    )
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
