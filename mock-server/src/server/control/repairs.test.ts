import { expect, test } from 'vitest'
import { groupGame } from '../compose/friends.fixture.ts'

/** A group of Ann, its host, and Ben; Ann holds the turn of today's game. */
async function withATurn() {
  const { admin, ann, ben, gameId } = await groupGame('Ann', 'Ben')
  await ann.startTurn()
  const group = { id: (await ann.getProfile()).groupId ?? '' }
  return { admin, ann, ben, group, game: { id: gameId } }
}

test('a stuck turn is freed: its player, or another, starts again', async () => {
  const { admin, ann, ben, game } = await withATurn()
  await expect(ben.startTurn()).rejects.toMatchObject({ code: 'CONFLICT' })
  await admin.endTurn({ params: game, body: { how: 'free' } })
  expect((await ann.getToday()).yourStatus).toBe('pending')
  await ben.startTurn()
  await admin.endTurn({ params: game, body: { how: 'free' } })
  await ann.startTurn()
})

test('a turn is skipped, a running one or one that has not begun', async () => {
  const { admin, ann, ben, game } = await withATurn()
  await expect(admin.endTurn({ params: game, body: { how: 'free', userId: ben.id } })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The turn has not begun',
  })
  await admin.endTurn({ params: game, body: { how: 'skip' } })
  expect((await ann.getToday()).yourStatus).toBe('skipped')
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
  expect(await admin.renameUser({ params: { id: ann.id }, body: { username: 'Anna' } })).toMatchObject({
    username: 'Anna',
  })
  expect((await ann.getProfile()).username).toBe('Anna')
  expect(await admin.renameGroup({ params: group, body: { name: 'Night Owls' } })).toMatchObject({
    name: 'Night Owls',
    memberCount: 2,
  })
  expect((await ann.getGroup({ params: group })).name).toBe('Night Owls')
  const refused = { code: 'VALIDATION_FAILED' }
  await expect(admin.renameUser({ params: { id: ann.id }, body: { username: '' } })).rejects.toMatchObject(
    refused,
  )
  await expect(
    admin.renameUser({ params: { id: ann.id }, body: { username: 'shit' } }),
  ).rejects.toMatchObject(refused)
  await expect(admin.renameGroup({ params: group, body: { name: ' ' } })).rejects.toMatchObject(refused)
})

test('a member is taken out of a group, and the host role passes on', async () => {
  const { admin, ann, ben, group } = await withATurn()
  await admin.removeMember({ params: { ...group, userId: ann.id } })
  expect(await admin.inspectGroup({ params: group })).toMatchObject({
    hostId: ben.id,
    members: [{ userId: ben.id }],
  })
  expect((await ann.getProfile()).groupId).toBeNull()
  await expect(admin.removeMember({ params: { ...group, userId: ann.id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a group is removed: its members are free to join another, and its games stay', async () => {
  const { admin, ann, ben, group, game } = await withATurn()
  await admin.removeGroup({ params: group })
  for (const each of [ann, ben]) expect((await each.getProfile()).groupId).toBeNull()
  await expect(admin.inspectGroup({ params: group })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(admin.removeGroup({ params: group })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await admin.inspectGame({ params: game })).toMatchObject({ turn: null })
  await ben.createGroup({ body: { name: 'Herons' } })
})
