import type { Command } from '../shared/command.ts'
import { requiredDevice } from '../shared/device.ts'
import { addList, byIdOrDevice, findOption, lengthOf } from '../shared/lists.ts'
import { perform } from '../shared/perform.ts'

export function addGroup(program: Command): void {
  const group = program.command('group').description('create, join, find, rename and remove groups')
  group
    .command('new')
    .argument('<name>')
    .description('create a group with a player as its host')
    .device()
    .examples('group new Owls --device DEVICE_ID')
    .action(async (name: string, options, command: Command) => {
      const { groupText } = await import('./group-text.ts')
      await perform(
        command,
        async (settings, { connectAs }) =>
          (await connectAs(settings, await requiredDevice(options))).createGroup({ body: { name } }),
        groupText,
      )
    })
  group
    .command('join')
    .argument('<code>')
    .description('add a player to a group by its code')
    .device()
    .examples('group join K3P9QZ --device DEVICE_ID')
    .action(async (code: string, options, command: Command) => {
      const { groupText } = await import('./group-text.ts')
      await perform(
        command,
        async (settings, { connectAs }) =>
          (await connectAs(settings, await requiredDevice(options))).joinGroup({ body: { code } }),
        groupText,
      )
    })
  group
    .command('show')
    .argument('[group]', 'the id of the group, with the admin key')
    .description("show a group by id, or a player's group")
    .device()
    .examples('group show GROUP_ID', 'group show --device DEVICE_ID')
    .action(async (id: string | undefined, options, command: Command) => {
      const { showGroup } = await import('./groups.ts')
      const { groupText } = await import('./group-text.ts')
      await perform(
        command,
        (settings, { connect }) =>
          byIdOrDevice(id, options, {
            ofId: (groupId) => connect(settings).inspectGroup({ params: { id: groupId } }),
            ofDevice: (device) => showGroup(settings, device),
          }),
        groupText,
      )
    })
  group
    .command('rename')
    .argument('<group>', 'the id of the group')
    .argument('<name>')
    .description('give a group another name (needs the admin key)')
    .examples('group rename GROUP_ID "Night Owls"')
    .action(async (id: string, name: string, _, command: Command) => {
      const { groupText } = await import('./group-text.ts')
      await perform(
        command,
        (settings, { connect }) => connect(settings).renameGroup({ params: { id }, body: { name } }),
        groupText,
      )
    })
  group
    .command('remove-member')
    .argument('<group>', 'the id of the group')
    .argument('<user>', "the member's id")
    .description('take a member out of a group (needs the admin key)')
    .examples('group remove-member GROUP_ID USER_ID')
    .action(async (id: string, user: string, _, command: Command) => {
      await perform(
        command,
        (settings, { connect }) => connect(settings).removeMember({ params: { id, userId: user } }),
        () => `the player ${user} is no longer in the group`,
      )
    })
  group
    .command('remove')
    .argument('<group>', 'the id of the group')
    .description('remove a group; its members and games stay (needs the admin key)')
    .examples('group remove GROUP_ID')
    .action(async (id: string, _, command: Command) => {
      await perform(
        command,
        (settings, { connect }) => connect(settings).removeGroup({ params: { id } }),
        () => `the group ${id} is removed`,
      )
    })
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
