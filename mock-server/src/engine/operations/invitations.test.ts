import { expect, test } from 'vitest'
import { GROUP } from '../../core/contract/constants.ts'
import { inOneGroup, newServer, signIn, signInAll } from '../../server/compose/friends.fixture.ts'

const NAMES = ['Anna', 'Bella', 'Carla', 'Dora'] as const
const FACES = ['🐸', '🐙', '🐸', '🦉'] as const

/** A group of four with avatars, and Emma, who has its code. */
async function invited() {
  const server = newServer()
  const friends = await signInAll(server, NAMES)
  for (const [at, client] of friends.entries())
    await client.updateProfile({ body: { username: NAMES[at] ?? '', avatar: FACES[at] ?? '' } })
  const gameId = await inOneGroup(friends)
  const [anna] = friends
  const groupId = (await anna.getProfile()).groupId ?? ''
  const { code } = await anna.inviteToGroup({ params: { id: groupId } })
  const emma = await signIn(server, 'Emma')
  return {
    friends,
    emma,
    gameId,
    code,
    /** The faces for somebody without an account, and for a player. */
    toAnyone: async () => (await emma.getInvitation({ params: { code } })).faces,
    to: async (client: typeof emma) => (await client.lookupGroup({ params: { code } })).faces,
  }
}

test('an invitation shows the avatars of the members, the first of the group first, without a name', async () => {
  const { emma, code, toAnyone } = await invited()
  expect(await toAnyone()).toEqual(FACES)
  const shown = await emma.lookupGroup({ params: { code } })
  expect(shown.faces).toEqual(FACES)
  for (const name of NAMES) expect(JSON.stringify(shown)).not.toContain(name)
})

test('no more faces are shown than fit, and none of a member without an avatar', async () => {
  const server = newServer()
  const [anna, ...others] = await signInAll(server, ['Anna', 'B2', 'C3', 'D4', 'E5', 'F6', 'G7'])
  for (const client of others) await client.updateProfile({ body: { avatar: '🐙' } })
  await inOneGroup([anna, ...others])
  const { code } = await anna.getGroup({
    params: { id: (await anna.getProfile()).groupId ?? '' },
  })
  const { faces, memberCount } = await anna.getInvitation({ params: { code } })
  expect(memberCount).toBe(7)
  expect(faces).toEqual(Array.from({ length: GROUP.facesMax }, () => '🐙'))
})

test('who has reported or blocked a member does not see that face', async () => {
  const { friends, emma, gameId, to, toAnyone } = await invited()
  const [anna, bella, , dora] = friends
  await anna.report({ body: { gameId, kind: 'avatar', userId: dora.id, reason: 'other' } })
  expect(await to(anna)).toEqual(FACES.slice(0, 3))
  await emma.block({ body: { userId: bella.id } })
  expect(await to(emma)).toEqual([FACES[0], FACES[2], FACES[3]])
  expect(await toAnyone()).toEqual(FACES)
})

test('nobody sees a face that the moderators have hidden', async () => {
  const { friends, emma, gameId, to, toAnyone } = await invited()
  const [anna, , , dora] = friends
  const { reportId } = await anna.report({
    body: { gameId, kind: 'avatar', userId: dora.id, reason: 'other' },
  })
  await anna.decide({ body: { reportId, version: 0, action: 'hide' } })
  expect(await toAnyone()).toEqual(FACES.slice(0, 3))
  expect(await to(emma)).toEqual(FACES.slice(0, 3))
})
