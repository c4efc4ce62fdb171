import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@inkling/mock-server/contract/client/client'
import { newSchema } from '@inkling/mock-server/testing'
import { cachedSketchbook } from '@inkling/scenarios/bots/cached-sketchbook'
import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { fastPace } from '@inkling/scenarios/bots/pace'
import { playGame } from '@inkling/scenarios/bots/play-game'
import { httpTarget } from '@inkling/scenarios/runner/targets/http-target'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Started, start } from '../binary.fixture.ts'

/* Two servers on one database, whose clients alternate between them. */

const KEY = 'key of two processes'
const REACTIONS = ['love', 'wow', 'fire', 'laugh'] as const

let cwd: string
let first: Started
let urls: string[]
let second: Started

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-two-'))
  const store = await newSchema()
  const words = ['serve', '--store', store, '--port', '0', '--admin-key', KEY, '--grace', '5s']
  first = start([...words, '--clock', '2026-03-07T12:00:00-05:00'], { cwd })
  // The second server gets its clock from the database.
  urls = [(await first.firstLine).split(' ').at(-1) ?? '']
  second = start(words, { cwd })
  urls.push((await second.firstLine).split(' ').at(-1) ?? '')
})
afterAll(async () => {
  for (const { process } of [first, second]) process.kill('SIGKILL')
  await Promise.all([first.ended, second.ended])
  await rm(cwd, { recursive: true, force: true })
})

let calls = 0
/** Sends each call to another server than the one before. */
const alternating: typeof fetch = (input, init) => {
  const { pathname, search } = new URL(String(input))
  return fetch(`${urls[calls++ % 2]}${pathname}${search}`, init)
}

test('a whole day, with sockets on both', async () => {
  const access = { baseUrl: 'http://either.example', fetch: alternating, adminKey: KEY }
  const { gameId, players, results, waitingFor } = await playGame({
    access,
    sketchbook: cachedSketchbook(loadSketchbook()),
    pace: fastPace,
    players: 4,
    personas: ['steady'],
    seed: 'two processes',
  })
  expect(waitingFor).toEqual([])
  expect(results?.chain.map(({ username }) => username)).toEqual(players.map(({ username }) => username))

  const clients = await Promise.all(
    players.map(async ({ deviceId }) => {
      const { token } = await createClient(access).signInDevice({ body: { deviceId } })
      return { token, client: createClient({ ...access, token: () => token }) }
    }),
  )
  const sockets = await Promise.all(
    urls.map(async (baseUrl) => {
      const target = await httpTarget({ baseUrl, fetch, adminKey: () => KEY })
      return target.listen?.(gameId, clients[0]?.token ?? '')
    }),
  )
  for (const [at, { client }] of clients.entries()) {
    const reactionType = REACTIONS[at] ?? 'love'
    await client.addReaction({ params: { gameId }, body: { stepIndex: at % 2, reactionType } })
    for (const socket of sockets) {
      expect(await socket?.next(AbortSignal.timeout(15_000))).toMatchObject({
        data: { action: 'added', reactionType, userId: players[at]?.userId },
      })
    }
  }
  await clients[0]?.client.removeReaction({ params: { gameId, stepIndex: 0 } })
  for (const socket of sockets) {
    expect(await socket?.next(AbortSignal.timeout(15_000))).toMatchObject({ data: { action: 'removed' } })
    socket?.close()
  }

  const admin = createClient(access)
  await admin.changeClock({ body: { to: 'midnight' } })
  const days = await Promise.all(clients.flatMap(({ client }) => [client.getToday(), client.getToday()]))
  const [todaysGame, ...others] = new Set(days.map((today) => today.gameId))
  expect(todaysGame).not.toBe(gameId)
  expect(others).toEqual([])
  for (const { client } of clients) {
    const yesterday = await client.getYesterdayResults()
    expect(yesterday).toMatchObject({ gameId, word: results?.word })
    expect((await client.getHistory({ query: {} })).entries.map((entry) => entry.gameId)).toEqual([
      todaysGame,
      gameId,
    ])
  }
})

test('a server that is stopped lets its load balancer know before it ends', async () => {
  first.process.kill('SIGTERM')
  expect((await fetch(`${urls[0]}/healthz`)).status).toBe(200)
  // One reply shows both: on a busy machine, the server may have stopped before the next call.
  const draining = await vi.waitFor(async () => {
    const reply = await fetch(`${urls[0]}/readyz`)
    expect(reply.status).toBe(503)
    return reply
  }, 15_000)
  expect(draining.headers.get('connection')).toBe('close')
  const { code, stderr } = await first.ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('Stopped by SIGTERM.') })
})
