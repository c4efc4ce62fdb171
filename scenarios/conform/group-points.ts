import { holds } from './findings.ts'
import { pointsOf } from './point.ts'

export const MEMBER_POINTS = pointsOf('Groups', 'write', {
  'the creator of a group is its host': async (probe) => {
    const ann = await probe.player('ann')
    const group = await probe.replies('createGroup', { name: '  Conformers  ' }, ann)
    probe.store('group', group)
    holds(
      group.hostId === ann.user.id && group.memberCount === 1,
      'the creator is not its only member and host',
    )
    holds(group.name === 'Conformers', `the name is stored as '${group.name}', not trimmed`)
    holds(/^[A-Z0-9]{6}$/.test(group.code), `the code ${group.code} is not 6 of A-Z and 0-9`)
  },
  'a group name has 1 to 30 characters': async (probe) => {
    const dan = await probe.player('dan')
    for (const name of ['', '   ', 'x'.repeat(31)])
      await probe.refuses('VALIDATION_FAILED', 'createGroup', { name }, dan)
  },
  'a player cannot be in two groups': async (probe) => {
    await probe.refuses('CONFLICT', 'createGroup', { name: 'Another' }, await probe.player('ann'))
  },
  'a code finds its group, in lower case too': async (probe) => {
    const { code, id } = probe.stored<Group>('group')
    const found = await probe.replies('lookupGroup', { code: code.toLowerCase() }, await probe.player('ben'))
    holds(found.id === id, 'it finds another group')
  },
  'players join by code, in join order; joining again changes nothing': async (probe) => {
    const { code } = probe.stored<Group>('group')
    for (const name of ['ben', 'cat'] as const) {
      await probe.replies('joinGroup', { code }, await probe.player(name))
    }
    const group = await probe.replies('joinGroup', { code }, await probe.player('cat'))
    holds(group.memberCount === 3, `there are ${group.memberCount} members instead of 3`)
    const names = ['ann', 'ben', 'cat'] as const
    const wanted = await Promise.all(names.map(async (name) => (await probe.player(name)).user.id))
    holds(
      group.members.map(({ userId }) => userId).join() === wanted.join(),
      'the members are not in join order',
    )
  },
  'an unknown code is NOT_FOUND': async (probe) => {
    await probe.refuses('NOT_FOUND', 'joinGroup', { code: 'ZZZZZ0' }, await probe.player('dan'))
  },
  'only members see a group and its link': async (probe) => {
    const { id, code } = probe.stored<Group>('group')
    const invite = await probe.replies('inviteToGroup', { id }, await probe.player('ben'))
    holds(invite.code === code && invite.link.endsWith(`/?code=${code}`), `the link is ${invite.link}`)
    await probe.replies('getGroup', { id }, await probe.player('ben'))
    const dan = await probe.player('dan')
    await probe.refuses(['FORBIDDEN', 'NOT_FOUND'], 'getGroup', { id }, dan)
    await probe.refuses(['FORBIDDEN', 'NOT_FOUND'], 'inviteToGroup', { id }, dan)
  },
  'only the host changes the settings': async (probe) => {
    const { id } = probe.stored<Group>('group')
    const name = 'Conformers and friends'
    const changed = await probe.replies('updateGroupSettings', { id, name }, await probe.player('ann'))
    holds(changed.name === name, `the name is ${changed.name} after it was changed`)
    await probe.refuses('FORBIDDEN', 'updateGroupSettings', { id, name }, await probe.player('ben'))
  },
  'only the host can remove a member, but not themself': async (probe) => {
    const { id } = probe.stored<Group>('group')
    const [ann, ben] = [await probe.player('ann'), await probe.player('ben')]
    await probe.refuses('FORBIDDEN', 'kickMember', { id, userId: ann.user.id }, ben)
    await probe.refuses('FORBIDDEN', 'kickMember', { id, userId: ann.user.id }, ann)
  },
})

export const LEAVING_POINTS = pointsOf('Groups', 'write', {
  'a removed member loses access, and a leaving host passes the role on': async (probe) => {
    const { id } = probe.stored<Group>('group')
    const [ann, ben, cat] = [await probe.player('ann'), await probe.player('ben'), await probe.player('cat')]
    const { memberCount } = await probe.replies('kickMember', { id, userId: cat.user.id }, ann)
    holds(memberCount === 2, `there are ${memberCount} members after one of three was removed`)
    await probe.refuses(['FORBIDDEN', 'NOT_FOUND'], 'getGroup', { id }, cat)
    await probe.replies('leaveGroup', { id }, ann)
    const { hostId } = await probe.replies('getGroup', { id }, ben)
    holds(hostId === ben.user.id, 'the new host is not the longest-standing member')
  },
  'the last member to leave deletes the group': async (probe) => {
    const { id, code } = probe.stored<Group>('group')
    const ben = await probe.player('ben')
    await probe.replies('leaveGroup', { id }, ben)
    await probe.refuses('NOT_FOUND', 'lookupGroup', { code }, ben)
  },
})

interface Group {
  readonly id: string
  readonly code: string
}
