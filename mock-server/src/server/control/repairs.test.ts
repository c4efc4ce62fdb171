import { expect, test } from 'vitest'
import { createClient } from '../../core/contract/client/client.ts'
import { createInProcessServer } from '../compose/in-process-server.ts'

/** A group of Ann, its host, and Ben; Ann holds the turn of today's game. */
async function withATurn() {
  const { fetch } = createInProcessServer({ seed: 'repairs', clock: '2026-03-07T12:00:00-05:00' })
  const admin = createClient({ baseUrl: 'http://in-process', fetch })
  const join = async (who: string) => {
    const { user, token } = await admin.signInDevice({ body: { deviceId: `device_${who}_0123456789` } })
    return { id: user.id, client: createClient({ baseUrl: 'http://in-process', fetch, token: () => token }) }
  }
  const [ann, ben] = [await join('ann'), await join('ben')]
  const group = await ann.client.createGroup({ body: { name: 'Owls' } })
  await ben.client.joinGroup({ body: { code: group.code } })
  await admin.triggerDailyGames()
  const { gameId } = await ann.client.startTurn()
  return { admin, ann, ben, group: { id: group.id }, game: { id: gameId } }
}

test('a stuck turn is freed: its player, or another, starts again', async () => {
  const { admin, ann, ben, game } = await withATurn()
  await expect(ben.client.startTurn()).rejects.toMatchObject({ code: 'CONFLICT' })
  await admin.endTurn({ params: game, body: { how: 'free' } })
  expect((await ann.client.getToday()).yourStatus).toBe('pending')
  await ben.client.startTurn()
  await admin.endTurn({ params: game, body: { how: 'free' } })
  await ann.client.startTurn()
})

test('a turn is skipped, a running one or one that has not begun', async () => {
  const { admin, ann, ben, game } = await withATurn()
  await expect(admin.endTurn({ params: game, body: { how: 'free', userId: ben.id } })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The turn has not begun',
  })
  await admin.endTurn({ params: game, body: { how: 'skip' } })
  expect((await ann.client.getToday()).yourStatus).toBe('skipped')
  await expect(admin.endTurn({ params: game, body: { how: 'skip' } })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'No turn of the game is running',
  })
  await expect(admin.endTurn({ params: game, body: { how: 'skip', userId: ann.id } })).rejects.toMatchObject({
    message: 'The player has no turn left in the game',
  })
  const over = await admin.endTurn({ params: game, body: { how: 'skip', userId: ben.id } })
  expect(over).toMatchObject({ completedAt: expect.any(String) })
  await expect(admin.endTurn({ params: game, body: { how: 'skip', userId: ben.id } })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The game is completed',
  })
  const nothing = { params: { id: 'A'.repeat(22) }, body: { how: 'skip' as const } }
  await expect(admin.endTurn(nothing)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('players and groups are renamed, to names that they could choose themselves', async () => {
  const { admin, ann, group } = await withATurn()
  expect(await admin.renameUser({ params: ann, body: { username: 'Anna' } })).toMatchObject({
    username: 'Anna',
  })
  expect((await ann.client.getProfile()).username).toBe('Anna')
  expect(await admin.renameGroup({ params: group, body: { name: 'Night Owls' } })).toMatchObject({
    name: 'Night Owls',
    memberCount: 2,
  })
  expect((await ann.client.getGroup({ params: group })).name).toBe('Night Owls')
  const refused = { code: 'VALIDATION_FAILED' }
  await expect(admin.renameUser({ params: ann, body: { username: '' } })).rejects.toMatchObject(refused)
  await expect(admin.renameUser({ params: ann, body: { username: 'shit' } })).rejects.toMatchObject(refused)
  await expect(admin.renameGroup({ params: group, body: { name: ' ' } })).rejects.toMatchObject(refused)
})

test('a member is taken out of a group, and the host role passes on', async () => {
  const { admin, ann, ben, group } = await withATurn()
  await admin.removeMember({ params: { ...group, userId: ann.id } })
  expect(await admin.inspectGroup({ params: group })).toMatchObject({
    hostId: ben.id,
    members: [{ userId: ben.id }],
  })
  expect((await ann.client.getProfile()).groupId).toBeNull()
  await expect(admin.removeMember({ params: { ...group, userId: ann.id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a group is removed: its members are free to join another, and its games stay', async () => {
  const { admin, ann, ben, group, game } = await withATurn()
  await admin.removeGroup({ params: group })
  for (const { client } of [ann, ben]) expect((await client.getProfile()).groupId).toBeNull()
  await expect(admin.inspectGroup({ params: group })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(admin.removeGroup({ params: group })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await admin.inspectGame({ params: game })).toMatchObject({ turn: null })
  await ben.client.createGroup({ body: { name: 'Herons' } })
})
