import { expect, test } from 'vitest'
import {
  type Friend,
  inOneGroup,
  newServer,
  signIn,
  signInAll,
} from '../../server/compose/friends.fixture.ts'

async function owls() {
  const server = newServer()
  const friends = await signInAll(server, ['Anna', 'Bella', 'Carla', 'Dora'])
  const [anna, bella, carla, dora] = friends
  await inOneGroup(friends)
  const groupId = (await anna.getProfile()).groupId ?? ''
  await anna.updateGroupSettings({ params: { id: groupId }, body: { avatar: '🦉' } })
  const { code } = await anna.inviteToGroup({ params: { id: groupId } })
  const report = (client: Friend, kind: 'group-name' | 'group-avatar' = 'group-name') =>
    client.report({ body: { groupId, kind, reason: 'hurtful' } })
  /** What a player sees of the group, which is the same everywhere. */
  const seenBy = async (client: Friend) => {
    const { name, avatar, hidden } = await client.getGroup({ params: { id: groupId } })
    const shown = { name, avatar, ...(hidden && { hidden }) }
    const [{ group }, found] = await Promise.all([
      client.getToday(),
      client.lookupGroup({ params: { code } }),
    ])
    for (const each of [group, found]) {
      const { id: _, memberCount: __, ...same } = each ?? {}
      expect({ ...same, daysTogether: undefined }).toEqual(shown)
    }
    return shown
  }
  const rename = (name: string) => anna.updateGroupSettings({ params: { id: groupId }, body: { name } })
  return { server, anna, bella, carla, dora, groupId, code, report, seenBy, rename }
}

const SHOWN = { name: 'Owls', avatar: '🦉' }

test('a reported group name is veiled for its reporters, and hidden for nobody else', async () => {
  const { anna, bella, carla, dora, report, seenBy, groupId } = await owls()
  const { reportId } = await report(bella)
  expect(await report(bella)).toEqual({ reportId, turnPassed: false })
  await report(carla)
  expect(await seenBy(bella)).toEqual({ ...SHOWN, hidden: 'you' })
  for (const other of [anna, dora]) expect(await seenBy(other)).toEqual(SHOWN)
  expect((await bella.getReports()).reports).toMatchObject([
    { reportId, gameId: null, kind: 'group-name', stepIndex: null, userId: null, groupId },
  ])
  expect(await anna.inspectReport({ params: { id: reportId } })).toMatchObject({
    report: { kind: 'group-name', text: 'Owls', author: { username: 'Anna' }, hidden: false, reporters: 2 },
    game: null,
    chain: [],
  })
  await bella.takeBackReport({ params: { reportId } })
  expect(await seenBy(bella)).toEqual(SHOWN)
})

test('a group name that a moderator hides is neutral for all until the group is renamed', async () => {
  const { server, anna, bella, dora, code, report, seenBy, rename } = await owls()
  const { reportId } = await report(bella)
  const decide = (action: 'hide' | 'restore', version: number) =>
    anna.decide({ body: { reportId, version, action } })
  expect(await decide('hide', 0)).toMatchObject({
    kind: 'group-name',
    gameId: null,
    userId: anna.id,
    things: 1,
  })
  for (const each of [anna, bella, dora])
    expect(await seenBy(each)).toEqual({ name: 'Group', avatar: null, hidden: 'all' })
  const invited = await server.fetch(`http://in-process/api/invitations/${code}`)
  expect(await invited.json()).toMatchObject({ name: 'Group', avatar: null })
  await decide('restore', 1)
  expect(await seenBy(anna)).toEqual(SHOWN)
  await decide('hide', 2)
  await expect(rename('Owls')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  await rename('Larks')
  expect(await seenBy(dora)).toEqual({ ...SHOWN, name: 'Larks' })
})

test('a hidden avatar of a group leaves its name', async () => {
  const { anna, bella, dora, report, seenBy } = await owls()
  const { reportId } = await report(bella, 'group-avatar')
  await anna.decide({ body: { reportId, action: 'warn', note: 'Not this owl' } })
  expect(await seenBy(dora)).toEqual({ name: 'Owls', avatar: null, hidden: 'all' })
  expect((await anna.getProfile()).warning).toMatchObject({ kind: 'group-avatar', text: '🦉' })
})

test('hosts do not report their own group, and nobody one that does not exist', async () => {
  const { server, anna, bella, groupId, report } = await owls()
  await expect(report(anna)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const wrong = (body: object) =>
    expect(bella.report({ body: { kind: 'group-name', reason: 'other', ...body } })).rejects.toMatchObject({
      code: 'groupId' in body && !('gameId' in body) ? 'NOT_FOUND' : 'VALIDATION_FAILED',
    })
  await wrong({ groupId: 'no-such-group' })
  await wrong({ gameId: groupId })
  await wrong({ groupId, gameId: groupId })
  await wrong({})
  // An invited player sees the group before joining it.
  const invited = await signIn(server, 'Emma')
  expect(await report(invited)).toMatchObject({ turnPassed: false })
})
