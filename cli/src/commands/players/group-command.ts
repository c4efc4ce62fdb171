import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import type { Page } from '../../output/printer.ts'
import type { Command } from '../shared/command.ts'
import { requiredDevice } from '../shared/device.ts'
import { addList, byIdOrDevice, findOption, lengthOf } from '../shared/lists.ts'

async function groupText({ name, code, id, members }: GroupView, { paint }: Page): Promise<string> {
  const { table } = await import('../../output/table.ts')
  const rows = members.map(({ username, status, isHost, userId }) => [
    username,
    status,
    isHost ? 'host' : '',
    userId,
  ])
  return [
    `${paint('bold', name)}  code ${paint('cyan', code)}  ${paint('dim', `group ${id}`)}`,
    '',
    table(['member', 'status', '', 'user id'], rows, paint),
  ].join('\n')
}

export function addGroup(program: Command): void {
  const group = program.command('group').description('create, join, find, rename and remove groups')
  group
    .command('new')
    .argument('<name>')
    .description('create a group with a player as its host')
    .device()
    .examples('group new Owls --device DEVICE_ID')
    .prints(
      async ({ playerOf }, name: string, options) =>
        (await playerOf(await requiredDevice(options))).createGroup({ body: { name } }),
      groupText,
    )
  group
    .command('join')
    .argument('<code>')
    .description('add a player to a group by its code')
    .device()
    .examples('group join K3P9QZ --device DEVICE_ID')
    .prints(
      async ({ playerOf }, code: string, options) =>
        (await playerOf(await requiredDevice(options))).joinGroup({ body: { code } }),
      groupText,
    )
  group
    .command('show')
    .argument('[group]', 'the id of the group, with the admin key')
    .description("show a group by id, or a player's group")
    .device()
    .examples('group show GROUP_ID', 'group show --device DEVICE_ID')
    .prints(
      (calls, given: string | undefined, options) =>
        byIdOrDevice(given, options, {
          ofId: (id) => calls.client.inspectGroup({ params: { id } }),
          ofDevice: async (device) => (await import('./groups.ts')).groupOf(await calls.playerOf(device)),
        }),
      groupText,
    )
  group
    .command('rename')
    .argument('<group>', 'the id of the group')
    .argument('<name>')
    .description('give a group another name (needs the admin key)')
    .examples('group rename GROUP_ID "Night Owls"')
    .prints(
      ({ client }, id: string, name: string) => client.renameGroup({ params: { id }, body: { name } }),
      groupText,
    )
  group
    .command('remove-member')
    .argument('<group>', 'the id of the group')
    .argument('<user>', "the member's id")
    .description('take a member out of a group (needs the admin key)')
    .examples('group remove-member GROUP_ID USER_ID')
    .prints(
      ({ client }, id: string, userId: string) => client.removeMember({ params: { id, userId } }),
      (_, __, ___, userId: string) => `the player ${userId} is no longer in the group`,
    )
  group
    .command('remove')
    .argument('<group>', 'the id of the group')
    .description('remove a group; its members and games stay (needs the admin key)')
    .examples('group remove GROUP_ID')
    .prints(
      ({ client }, id: string) => client.removeGroup({ params: { id } }),
      (_, __, id: string) => `the group ${id} is removed`,
    )
  addList(group, {
    description: 'list groups, or find them by name (needs the admin key)',
    options: [findOption()],
    examples: ['group list --find owls', 'group list --csv > groups.csv'],
    columns: {
      group: ({ name }) => name,
      code: ({ code }) => code,
      members: ({ memberIds }) => lengthOf(memberIds),
      host: ({ hostName }) => hostName,
      'group id': ({ id }) => id,
      'host id': ({ hostId }) => hostId,
    },
    noun: 'group',
    name: ({ name }) => String(name),
    load: async () => (await import('./groups.ts')).listGroups,
  })
}
