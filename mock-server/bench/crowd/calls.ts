import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../../src/core/contract/client/client.ts'
import { crowdDevice } from '../../src/server/compose/crowd.fixture.ts'
import { ADMIN_KEY } from '../served.ts'
import type { CrowdSize } from './data.ts'

/* What players and admins do over HTTP to a server with a crowd. */

/** A call or a roll-over, in milliseconds of `performance.now()`. */
export interface Timed {
  readonly from: number
  readonly to: number
}

/** Makes one call of a player, such as `GET /api/game/today`. @throws if the response is not a success. */
export type Player = (call: string, body?: object) => Promise<void>

const admin = { 'x-admin-key': ADMIN_KEY }
const agent = new Agent({ keepAlive: true })

/** A caller that takes a quarter of the processor time of `fetch`: it shares the machine with the server. */
export const caller =
  (baseUrl: string, headers: Record<string, string>): Player =>
  async (call, body) => {
    const [method = '', path = ''] = call.split(' ')
    const content = { 'content-type': 'application/json', ...headers }
    const sent = request(baseUrl + path, { method, agent, headers: content })
    sent.end(method === 'GET' ? undefined : JSON.stringify(body ?? {}))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    await once(response.resume(), 'end')
    if (response.statusCode !== 200) throw new Error(`${call} answered ${response.statusCode}`)
  }

export async function signIn(baseUrl: string, deviceId: string): Promise<Player> {
  const { token } = await createClient({ baseUrl, fetch }).signInDevice({ body: { deviceId } })
  return caller(baseUrl, { authorization: `Bearer ${token}`, ...admin })
}

/** Signs in members of evenly spaced groups. */
export function signInMembers(
  url: string,
  { groups, membersEach }: CrowdSize,
  count: number,
): Promise<Player[]> {
  const places = Array.from({ length: count }, (_, at) => Math.floor((at * groups * membersEach) / count))
  return Promise.all(
    places.map((place) => signIn(url, crowdDevice(Math.floor(place / membersEach), place % membersEach))),
  )
}

/** The players poll today's game, `perSecond` times altogether, until `end` settles. */
export async function pollUntil(
  end: Promise<unknown>,
  players: readonly Player[],
  perSecond: number,
): Promise<Timed[]> {
  const polls: Timed[] = []
  const everyMs = (1000 * players.length) / perSecond
  await untilEnd(end, players, async (player, at, isOver) => {
    for (let due = performance.now() + (at * 1000) / perSecond; !isOver(); due += everyMs) {
      await pause(Math.max(0, due - performance.now()))
      const from = performance.now()
      await player('GET /api/game/today')
      polls.push({ from, to: performance.now() })
    }
  })
  return polls
}

/**
 * Each writer repeats `write`, with a new number each time, until `end` settles.
 * @returns writes per second.
 */
export async function writeUntil<W>(
  end: Promise<unknown>,
  writers: readonly W[],
  write: (writer: W, at: number) => Promise<unknown>,
): Promise<number> {
  let writes = 0
  const startedAt = performance.now()
  await untilEnd(end, writers, async (writer, _, isOver) => {
    while (!isOver()) await write(writer, writes++)
  })
  return (1000 * writes) / (performance.now() - startedAt)
}

async function untilEnd<W>(
  end: Promise<unknown>,
  workers: readonly W[],
  work: (worker: W, at: number, isOver: () => boolean) => Promise<void>,
): Promise<void> {
  let isOver = false
  const ended = end.finally(() => {
    isOver = true
  })
  await Promise.all([ended, ...workers.map((worker, at) => work(worker, at, () => isOver))])
}

/** Sets the clock to midnight, and waits until this many games have been closed or created. */
export async function passMidnight(url: string, anAdmin: Player, games: number): Promise<Timed> {
  const sent = request(`${url}/control/events`, { headers: admin, signal: withinLimit() }).end()
  const [events] = (await once(sent, 'response')) as [IncomingMessage]
  try {
    const from = performance.now()
    await anAdmin('POST /control/clock', { to: 'midnight' })
    let done = 0
    for await (const line of createInterface({ input: events })) {
      // A player's call may close or create a game before the roll-over does.
      if (/^event: game-(created|completed)$/.test(line)) done++
      if (done >= games) return { from, to: performance.now() }
    }
    throw new Error(`/control/events ended after ${done} of ${games} games`)
  } finally {
    events.destroy()
  }
}

/** All players jump in at the same time. */
export async function jumpInAtOnce(players: readonly Player[]): Promise<Timed[]> {
  const from = performance.now()
  return Promise.all(
    players.map((player) => player('POST /api/game/jump-in').then(() => ({ from, to: performance.now() }))),
  )
}

/** Waits until the journal of the data folder gets shorter, because a snapshot has replaced it. @returns when. */
export async function untilSnapshot(url: string): Promise<number> {
  const signal = withinLimit()
  for (let before = 0; ; await pause(20)) {
    const text = await (await fetch(`${url}/metrics`, { headers: admin, signal })).text()
    const [, bytes] = /^inkling_journal_bytes (\S+)$/m.exec(text) ?? []
    if (bytes === undefined) throw new Error('/metrics has no inkling_journal_bytes')
    if (Number(bytes) < before) return performance.now()
    before = Number(bytes)
  }
}

/** Makes a wait fail that would otherwise last forever. */
const withinLimit = (): AbortSignal => AbortSignal.timeout(180_000)
