import { expect, test } from 'vitest'
import {
  type Friend,
  groupGame,
  inOnePublicGame,
  newServer,
  playedGroupGame,
  signInAll,
} from '../../server/compose/friends.fixture.ts'
import { publicSummary } from './results.ts'

/* What was hidden, reported or blocked does not come back by another way. */

const afterOneGame = () => playedGroupGame('Anna', 'Bella', 'Carla')

test('a hidden name stays hidden when the player comes back to it', async () => {
  const { anna, bella, carla, gameId } = await afterOneGame()
  const rename = (username: string) => bella.updateProfile({ body: { username } })
  const shown = async () => (await carla.getToday()).participants[1]?.username
  const body = { gameId, kind: 'name', userId: bella.id, reason: 'hurtful' } as const
  const { reportId } = await carla.report({ body })
  await anna.decide({ body: { reportId, action: 'hide' } })
  expect(await shown()).toBe('Player')
  await rename('Isabella')
  expect(await shown()).toBe('Isabella')
  await rename('Bella')
  expect(await shown()).toBe('Player')
})

test('a hidden name is in no event of a reaction', async () => {
  const { server, anna, bella, gameId } = await afterOneGame()
  await anna.decide({ body: { userId: bella.id, action: 'hide' } })
  const names: unknown[] = []
  server.engine.events.listen((event) => event.type === 'reaction' && names.push(event.username))
  await bella.addReaction({ params: { gameId }, body: { stepIndex: 0, reactionType: 'love' } })
  expect(names).toEqual(['Player'])
})

test('reactions of blocked players are counted and not named', async () => {
  const { anna, bella, carla, gameId } = await afterOneGame()
  for (const client of [anna, bella])
    await client.addReaction({ params: { gameId }, body: { stepIndex: 0, reactionType: 'love' } })
  const seen = async () => (await carla.getReactions({ params: { gameId } })).stepReactions[0]?.reactions
  expect(await seen()).toMatchObject([{ count: 2, recentReactors: ['Bella', 'Anna'] }])
  await carla.block({ body: { userId: bella.id } })
  expect(await seen()).toMatchObject([{ count: 2, recentReactors: ['Anna'] }])
})

test('public results are veiled for the signed-in player who reported or blocked', async () => {
  const { bella, carla, gameId } = await afterOneGame()
  await carla.report({ body: { gameId, kind: 'drawing', stepIndex: 0, reason: 'other' } })
  await carla.block({ body: { userId: bella.id } })
  const results = await carla.getPublicResults({ params: { gameId } })
  expect(results.chain.map(({ hidden }) => hidden)).toEqual(['you', 'blocked'])
  const { chain } = await bella.getPublicResults({ params: { gameId } })
  expect(chain.map(({ hidden }) => hidden)).toEqual([undefined, undefined])
})

test('a storm of reports of one thing keeps its page small, and is closed by one decision', async () => {
  const server = newServer()
  const [anna, ...fans] = await signInAll(
    server,
    Array.from({ length: 52 }, (_, at) => `Fan${at}`),
  )
  if (!anna) throw new Error('Anna is missing')
  const gameId = await inOnePublicGame([anna])
  await anna.draw()
  server.clock.advance(86_400_000)
  for (const client of fans)
    await client.report({ body: { gameId, kind: 'drawing', stepIndex: 0, reason: 'other' } })
  const queue = await anna.listReports({ query: {} })
  expect(queue).toMatchObject({ open: 1, reports: [{ reporters: 51, hidden: false }] })
  expect(queue.reports[0]?.reports).toHaveLength(50)
  await anna.decide({ body: { reportId: queue.reports[0]?.reportId ?? '', action: 'restore' } })
  expect(await anna.listReports({ query: {} })).toMatchObject({ open: 0, oldestSeconds: null })
})

test('decisions at one time are all in the log, newest first, and in pages', async () => {
  const { anna, bella } = await afterOneGame()
  for (const note of ['one', 'two', 'three'])
    await anna.decide({ body: { userId: bella.id, action: 'warn', note } })
  const first = await anna.getModerationLog({ query: { limit: 2 } })
  expect(first.decisions.map(({ note }) => note)).toEqual(['three', 'two'])
  expect(await anna.getModerationLog({ query: { before: first.next ?? '' } })).toMatchObject({
    decisions: [{ note: 'one' }],
    next: null,
  })
})

test('a step that nobody has reported is inspected after it was hidden', async () => {
  const { anna, gameId } = await afterOneGame()
  await anna.decide({ body: { gameId, stepIndex: 1, action: 'hide' } })
  const [closed] = (await anna.listReports({ query: { state: 'closed' } })).reports
  expect(await anna.inspectReport({ params: { id: closed?.reportId ?? '' } })).toMatchObject({
    report: { reporters: 0, text: 'zebra' },
    chain: [{}, { content: { guess: 'zebra' }, hidden: 'all' }],
  })
})

test('after twenty reports on one day, the refusal says when the next one is accepted', async () => {
  const { server, anna, bella, gameId } = await afterOneGame()
  for (let at = 0; at < 20; at++) {
    await anna.updateProfile({ body: { avatar: String.fromCharCode(65 + at) } })
    await bella.report({ body: { gameId, kind: 'avatar', userId: anna.id, reason: 'other' } })
  }
  const body = { gameId, kind: 'name', userId: anna.id, reason: 'other' } as const
  const refused = await server.fetch('http://in-process/api/reports', {
    method: 'POST',
    headers: { authorization: `Bearer ${bella.token}` },
    body: JSON.stringify(body),
  })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(12 * 3600)])
  server.clock.advance(86_400_000)
  await bella.report({ body })
})

test('a passed turn counts in no figure of the history', async () => {
  const { anna, bella, carla, gameId } = await groupGame('Anna', 'Bella', 'Carla')
  await anna.draw()
  await bella.startTurn()
  const body = { gameId, kind: 'drawing', reason: 'other', passTurn: true } as const
  await bella.report({ body })
  expect((await bella.getHistory({ query: {} })).summary).toEqual({ daysPlayed: 0, participated: 0 })
  await carla.startTurn()
  await carla.skipTurn()
  expect((await carla.getHistory({ query: {} })).summary).toEqual({ daysPlayed: 1, participated: 0 })
})

test('a report after a decision waits from then on', async () => {
  const { server, anna, bella, carla, gameId } = await afterOneGame()
  const report = (client: Friend) =>
    client.report({ body: { gameId, kind: 'drawing', stepIndex: 0, reason: 'other' } })
  const decide = (reportId: string, action: 'dismiss' | 'hide') => anna.decide({ body: { reportId, action } })
  const { reportId } = await report(bella)
  await decide(reportId, 'dismiss')
  server.clock.advance(3 * 86_400_000)
  await report(carla)
  server.clock.advance(60_000)
  expect(await anna.listReports({ query: {} })).toMatchObject({ open: 1, oldestSeconds: 60 })
})

test('a report of what a moderator has hidden opens nothing again', async () => {
  const { anna, bella, carla, gameId } = await afterOneGame()
  const body = { gameId, kind: 'drawing', stepIndex: 0, reason: 'other' } as const
  const { reportId } = await bella.report({ body })
  await anna.decide({ body: { reportId, action: 'hide' } })
  await carla.report({ body })
  expect(await anna.listReports({ query: {} })).toMatchObject({ open: 0, reports: [] })
  expect((await anna.listReports({ query: { state: 'closed' } })).reports[0]?.reporters).toBe(2)
})

test('a moderator hides a name and avatar that nobody has reported, and shows them again', async () => {
  const { anna, bella, carla } = await afterOneGame()
  await bella.updateProfile({ body: { avatar: 'B' } })
  const seen = async () => (await carla.getToday()).participants[1]
  const decide = (action: 'hide' | 'restore') => anna.decide({ body: { userId: bella.id, action } })
  expect(await decide('hide')).toMatchObject({ userId: bella.id, reportId: null, things: 1 })
  expect(await seen()).toMatchObject({ username: 'Player', avatar: null, hidden: 'all' })
  await decide('restore')
  expect(await seen()).toMatchObject({ username: 'Bella', avatar: 'B' })
})

test('all open reports about a player are dismissed at once', async () => {
  const { anna, bella, carla, gameId } = await afterOneGame()
  for (const kind of ['name', 'guess'] as const) {
    const of = kind === 'name' ? { userId: bella.id } : { stepIndex: 1 }
    await carla.report({ body: { gameId, kind, ...of, reason: 'other' } })
  }
  const body = { userId: bella.id, action: 'dismiss', everything: true } as const
  expect(await anna.decide({ body })).toMatchObject({ things: 2 })
  expect(await anna.listReports({ query: {} })).toMatchObject({ open: 0 })
})

test('what a player has removed with the account cannot be restored', async () => {
  const { anna, bella, gameId } = await afterOneGame()
  await bella.deleteAccount({ body: { username: 'Bella' } })
  const restore = anna.decide({ body: { gameId, stepIndex: 1, action: 'restore' } })
  await expect(restore).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await anna.getGame({ params: { id: gameId } })).chain[1]).toMatchObject({
    username: 'Former player',
    content: { guess: 'removed' },
  })
})

test('neither a moderator nor a deleted account changes the score of a final guess, also in its preview', async () => {
  const { server, anna, bella, gameId } = await groupGame('Anna', 'Bella')
  await anna.draw()
  await bella.guess((await anna.getToday()).word ?? '')
  const scores = async () => {
    const results = await anna.getGame({ params: { id: gameId } })
    const preview = await server.engine.read((context) => publicSummary(context, gameId))
    return [results, preview?.results].map((of) => [of?.similarityScore, of?.matchType, of?.totalAttempts])
  }
  const before = await scores()
  expect(before).toEqual([
    [100, 'exact', 1],
    [100, 'exact', 1],
  ])
  await anna.decide({ body: { gameId, stepIndex: 1, action: 'hide' } })
  expect(await scores()).toEqual(before)
  await bella.deleteAccount({ body: { username: 'Bella' } })
  expect((await scores()).map(([score, match]) => [score, match])).toEqual([
    [100, 'exact'],
    [100, 'exact'],
  ])
})

test('members of a group are veiled for the member who blocked them', async () => {
  const { anna, bella, carla } = await afterOneGame()
  const { groupId } = await carla.getProfile()
  const hiddenFrom = async (client: Friend) =>
    (await client.getGroup({ params: { id: groupId ?? '' } })).members.map(({ hidden }) => hidden)
  await carla.block({ body: { userId: bella.id } })
  expect(await hiddenFrom(carla)).toEqual([undefined, 'blocked', undefined])
  expect(await hiddenFrom(anna)).toEqual([undefined, undefined, undefined])
})
