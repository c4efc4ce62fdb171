import { expect, test } from 'vitest'
import type { Game } from '../../core/rules/game/game.ts'
import { type Friend, groupGame, playedGroupGame, signIn } from '../../server/compose/friends.fixture.ts'
import { codeOf } from '../code-of.fixture.ts'

/* Deleting an account is no way out of moderation. */

const DAY = 86_400_000

/** Bella's guess is reported by Carla; then Bella deletes her account. */
async function deletedWithAnOpenReport() {
  const { server, anna, bella, carla, gameId } = await playedGroupGame('Anna', 'Bella', 'Carla')
  const body = { gameId, kind: 'guess', stepIndex: 1, reason: 'hurtful' } as const
  const { reportId } = await carla.report({ body })
  await bella.deleteAccount({ body: { username: 'Bella' } })
  const world = async () => JSON.stringify(await anna.exportWorld())
  const step = async () => {
    const client = await signIn(server, 'Carla')
    return (await client.getGame({ params: { id: gameId } })).chain[1]
  }
  return { server, anna, bella, carla, gameId, reportId, world, step }
}

const decide = (client: Friend, reportId: string, action: 'ban' | 'dismiss' | 'hide' | 'restore') =>
  client.decide({ body: { reportId, action } })

test('what an open report is about stays for moderators, hidden from all others, until they decide', async () => {
  const { anna, bella, reportId, world, step } = await deletedWithAnOpenReport()
  expect(await step()).toMatchObject({
    username: 'Former player',
    hidden: 'all',
    content: { guess: 'removed' },
  })
  const { reports } = await anna.listReports({ query: {} })
  expect(reports).toMatchObject([
    { reportId, text: 'zebra', author: { userId: bella.id, username: 'Former player' } },
  ])
  const inspected = await anna.inspectReport({ params: { id: reportId } })
  expect(inspected.chain[1]?.content).toEqual({ guess: 'zebra' })
  expect(await codeOf(decide(anna, reportId, 'restore'))).toBe('CONFLICT')
  await decide(anna, reportId, 'dismiss')
  for (const trace of ['zebra', bella.id]) expect(await world()).not.toContain(trace)
  expect(await step()).toMatchObject({ hidden: 'all', content: { guess: 'removed' } })
  expect(await codeOf(decide(anna, reportId, 'ban'))).toBe('CONFLICT')
})

test('what nobody decides about goes after 30 days', async () => {
  const { server, anna, bella, world, step } = await deletedWithAnOpenReport()
  server.clock.advance(29 * DAY)
  await anna.triggerDailyGames()
  expect(await world()).toContain('zebra')
  server.clock.advance(2 * DAY)
  await anna.triggerDailyGames()
  for (const trace of ['zebra', bella.id]) expect(await world()).not.toContain(trace)
  expect(await step()).toMatchObject({ hidden: 'all', content: { guess: 'removed' } })
  expect(await anna.listReports({ query: {} })).toMatchObject({ open: 0 })
})

test('what is reported no more is not shown again, but goes', async () => {
  const { carla, bella, reportId, world, step } = await deletedWithAnOpenReport()
  await carla.takeBackReport({ params: { reportId } })
  for (const trace of ['zebra', bella.id]) expect(await world()).not.toContain(trace)
  expect(await step()).toMatchObject({ hidden: 'all', content: { guess: 'removed' } })
})

test('a ban reaches the new account on the device of the deleted one', async () => {
  const { server, anna, bella, reportId } = await deletedWithAnOpenReport()
  const again = await signIn(server, 'Bella')
  expect(again.id).not.toBe(bella.id)
  await again.jumpIn()
  await decide(anna, reportId, 'ban')
  expect(await codeOf(again.startTurn())).toBe('FORBIDDEN')
  await again.deleteAccount({ body: { username: 'Bella' } })
  expect(await codeOf(signIn(server, 'Bella'))).toBe('FORBIDDEN')
})

test('a ban keeps the device of a deleted account from getting a new one, until it is lifted', async () => {
  const { server, anna, bella, reportId, world } = await deletedWithAnOpenReport()
  const hash = server.engine.ports.codecs.sha256('device_Bella_0123456789')
  await decide(anna, reportId, 'ban')
  expect(await codeOf(signIn(server, 'Bella'))).toBe('FORBIDDEN')
  server.clock.advance(40 * DAY)
  await anna.triggerDailyGames()
  expect(await codeOf(signIn(server, 'Bella'))).toBe('FORBIDDEN')
  expect(await world()).toContain(hash)
  expect(await world()).not.toContain('zebra')
  await anna.decide({ body: { userId: bella.id, action: 'lift' } })
  for (const trace of [hash, bella.id]) expect(await world()).not.toContain(trace)
  expect(await codeOf(signIn(server, 'Bella'))).toBe('ok')
})

test('a step that was deleted cannot be reported or decided about again', async () => {
  const { anna, carla, gameId, reportId } = await deletedWithAnOpenReport()
  const report = () => anna.report({ body: { gameId, kind: 'guess', stepIndex: 1, reason: 'other' } })
  expect(await codeOf(report())).toBe('NOT_FOUND')
  await decide(anna, reportId, 'hide')
  expect(await codeOf(report())).toBe('NOT_FOUND')
  const again = { gameId, kind: 'guess', stepIndex: 1, reason: 'hurtful' } as const
  expect((await carla.report({ body: again })).reportId).toBe(reportId)
  expect(await codeOf(carla.decide({ body: { gameId, stepIndex: 1, action: 'restore' } }))).toBe('CONFLICT')
})

test('reports by a deleted account stay, and nobody can compute whose they were', async () => {
  const { anna, bella, gameId } = await groupGame('Anna', 'Bella', 'Carla')
  await anna.draw()
  const body = { gameId, kind: 'name', userId: anna.id, reason: 'hurtful', note: 'she is rude' } as const
  const { reportId } = await bella.report({ body })
  await bella.deleteAccount({ body: { username: 'Bella' } })
  const { reports } = await anna.listReports({ query: {} })
  expect(reports).toMatchObject([{ reporters: 1, reports: [{ by: null, note: null, reason: 'hurtful' }] }])
  expect(reports[0]?.reportId).not.toBe(reportId)
  await decide(anna, reports[0]?.reportId ?? '', 'hide')
  const world = JSON.stringify(await anna.exportWorld())
  for (const trace of [reportId, bella.id, 'she is rude']) expect(world).not.toContain(trace)
})

test('a guess that another turn waits for counts as skipped', async () => {
  const { anna, bella, carla, gameId } = await groupGame('Anna', 'Bella', 'Carla')
  await anna.draw()
  await bella.guess('zebra')
  await bella.deleteAccount({ body: { username: 'Bella' } })
  expect(await carla.startTurn()).toMatchObject({ type: 'guess' })
  const { word } = (await anna.inspectGame({ params: { id: gameId } })) as unknown as Game
  await carla.submitGuess({ body: { guess: word } })
  await carla.submitTurn({ body: { content: { guess: word }, timeSpent: 1 } })
  const { similarityScore, chain } = await carla.getGame({ params: { id: gameId } })
  expect(similarityScore).toBe(100)
  expect(chain).toHaveLength(3)
})
