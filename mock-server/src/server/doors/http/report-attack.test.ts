import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { PUBLIC_GAME } from '../../../core/contract/constants.ts'
import { type Friend, inOneGroup, inOnePublicGame, signInAll } from '../../compose/friends.fixture.ts'
import { createInProcessServer } from '../../compose/in-process-server.ts'
import { LONG_IDLE } from '../../platform/long-idle.fixture.ts'
import { createApp } from './app.ts'

/* Reports are no weapon: what players outside a game achieve over HTTP with nothing but its public link. */

async function served() {
  const { engine, clock } = createInProcessServer({ seed: 'attack', clock: '2026-03-07T12:00:00-05:00' })
  const listening = createServer(
    LONG_IDLE,
    createApp(engine, { clientDir: null, log: pino({ level: 'silent' }) }),
  )
  listening.listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  onTestFinished(() => void listening.close())
  const { port } = listening.address() as AddressInfo
  return { clock, server: { fetch, baseUrl: `http://127.0.0.1:${port}` } }
}

async function play(players: readonly Friend[]): Promise<void> {
  for (const [at, player] of players.entries()) await (at % 2 === 0 ? player.draw() : player.guess('zebra'))
}

/** The games as a participant of each sees them. */
const seenBy = (participants: ReadonlyMap<string, Friend>) =>
  Promise.all([...participants].map(([id, client]) => client.getGame({ params: { id } })))

test('colluding players with public links hide nothing of 24 strangers from others', async () => {
  const { clock, server } = await served()
  const strangers = await signInAll(
    server,
    Array.from({ length: 24 }, (_, at) => `Stranger${at}`),
  )
  const inGroup = strangers.splice(0, 4)
  const participants = new Map<string, Friend>()
  const start = async (players: readonly Friend[], begin: typeof inOneGroup) => {
    const [first] = players
    if (first) participants.set(await begin(players), first)
    await play(players)
  }
  await start(inGroup, inOneGroup)
  for (let at = 0; at < strangers.length; at += PUBLIC_GAME.players)
    await start(strangers.slice(at, at + PUBLIC_GAME.players), inOnePublicGame)
  clock.advance(86_400_000)
  const before = await seenBy(participants)

  let reported = 0
  for (const gameId of participants.keys()) {
    // New ones for each game, as a player has twenty reports a day.
    const colluding = await signInAll(server, [`Throwaway${reported}`, `Throwaway${reported + 1}`])
    const looter = colluding[0] as Friend
    const { chain } = await looter.getPublicResults({ params: { gameId } })
    for (const client of colluding) {
      for (const { stepIndex, type, userId } of chain) {
        const kind = type === 'drawing' ? 'drawing' : 'guess'
        await client.report({ body: { gameId, kind, stepIndex, reason: 'sexual' } })
        await client.report({ body: { gameId, kind: 'name', userId: userId ?? '', reason: 'sexual' } })
        reported += 2
      }
    }
    const { chain: veiled } = await looter.getPublicResults({ params: { gameId } })
    expect(new Set(veiled.map(({ hidden }) => hidden))).toEqual(new Set(['you']))
  }
  expect(reported).toBe(2 * 48)
  expect(await seenBy(participants)).toEqual(before)
  const { reports } = await (inGroup[0] as Friend).listReports({ query: { limit: 100 } })
  expect(reports).toHaveLength(48)
  expect(reports.filter(({ hidden }) => hidden)).toEqual([])
})
