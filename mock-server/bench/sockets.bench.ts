import { join } from 'node:path'
import { atOnce } from './at-once.ts'
import { figure, remark } from './figure.ts'
import { type Listener, listen } from './listener.ts'
import { arrive } from './player.ts'
import { median, p99 } from './quantiles.ts'
import { root, type Served, serve, serveInkling } from './served.ts'

/* A thousand who watch one game: what reaches them in a burst against ws alone, and how soon at a steady pace. */

const LISTENERS = 1000
const ROUNDS = { steady: 5, burst: 3 }
/** Players who react at the same time, and how often each of them does. */
const REACTORS = 8
const REACTIONS = 50
const BURST = REACTORS * REACTIONS
/** Ten a second to a thousand listeners. The first ones, which meet code that was never run, are not counted. */
const STEADY = { warmUp: 10, messages: 100, everyMs: 100 }

interface Room {
  readonly listeners: readonly Listener[]
  /** One player's next reaction, which causes one message to every listener. */
  readonly post: (reactor: number, at: number) => Promise<unknown>
}

const bare = join(root, 'mock-server/bench/peers/bare-sockets.mjs')
const floorWaits: number[] = []
const waits: number[] = []
for (let round = 0; round < ROUNDS.steady; round++) {
  floorWaits.push(p99(await inRoom(await serve(bare), bareRoom, steady)))
  waits.push(p99(await inRoom(await serveInkling('--memory'), reactionRoom, steady)))
}
remark('a message of ws alone at 10,000 a second, p99', median(floorWaits), 'ms')
figure('a message at 10,000 a second, p99', median(waits), 'ms', 20)

const floors: number[] = []
const ours: number[] = []
for (let round = 0; round < ROUNDS.burst; round++) {
  floors.push(await inRoom(await serve(bare), bareRoom, burst))
  ours.push(await inRoom(await serveInkling('--memory'), reactionRoom, burst))
}
remark('messages to 1,000 listeners of ws alone', median(floors), 'a second')
figure('messages to 1,000 listeners', median(ours), 'a second', 120_000, 'at least')
// On the machine that the bound above was set on, ws alone delivered 176,000.
const ratios = ours.map((value, round) => value / (floors[round] ?? Number.NaN))
figure('messages to 1,000 listeners against ws alone', median(ratios), 'times', 120 / 176, 'at least')

async function inRoom<T>(
  server: Served,
  roomOf: (server: Served) => Promise<Room>,
  measure: (room: Room) => Promise<T>,
): Promise<T> {
  const room = await roomOf(server)
  try {
    return await measure(room)
  } finally {
    for (const listener of room.listeners) listener.close()
    await server.stop()
  }
}

/** Messages a second when they are caused as fast as they can be. */
async function burst({ listeners, post }: Room): Promise<number> {
  let missing = BURST * LISTENERS
  const everything = new Promise<void>((resolve) => {
    for (const listener of listeners) listener.onMessage = () => --missing === 0 && resolve()
  })
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: REACTORS }, async (_, reactor) => {
      for (let at = 0; at < REACTIONS; at++) await post(reactor, at)
    }),
  )
  await everything
  return (BURST * LISTENERS) / ((performance.now() - begun) / 1000)
}

/** From the request that causes a message to each listener's hearing it, in milliseconds. */
async function steady({ listeners, post }: Room): Promise<number[]> {
  const waits: number[] = []
  let sent = 0
  for (const listener of listeners) listener.onMessage = () => waits.push(performance.now() - sent)
  for (let at = 0; at < STEADY.warmUp + STEADY.messages; at++) {
    if (at === STEADY.warmUp) waits.length = 0
    sent = performance.now()
    await post(0, at)
    await stayAwake(sent + STEADY.everyMs)
    sweep()
  }
  if (waits.length !== STEADY.messages * LISTENERS) {
    throw new Error(`${waits.length} of ${STEADY.messages * LISTENERS} messages came in time`)
  }
  return waits
}

/** A thousand listeners on machines of their own need not be woken on the core that serves them. */
function stayAwake(until: number): Promise<void> {
  return new Promise((resolve) => {
    const look = () => (performance.now() < until ? setImmediate(look) : resolve())
    look()
  })
}

/** Of what the load itself has left lying: else that is done in the midst of a message, on both cores. */
function sweep(): void {
  if (!globalThis.gc) throw new Error('This is measured with --expose-gc: run `npm run bench sockets`')
  globalThis.gc({ type: 'minor' })
}

async function bareRoom({ url }: Served): Promise<Room> {
  return {
    listeners: await listenAll(url.replace('http', 'ws')),
    post: () => post(url),
  }
}

/** A finished game of players who react to it again and again, each time in another way. */
async function reactionRoom({ url }: Served): Promise<Room> {
  const players = await Promise.all(Array.from({ length: REACTORS }, (_, at) => arrive(url, at)))
  const [first] = players
  if (!first) throw new Error('Nobody has come')
  const { code } = await first.client.createGroup({ body: { name: 'Bench' } })
  for (const { client } of players) await client.joinGroup({ body: { code } })
  await first.client.triggerDailyGames()
  await first.client.completeUserGame()
  const { gameId } = await first.client.getToday()
  if (gameId === null) throw new Error('There is no game to react to')
  const requests = players.map(({ token }) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return ['love', 'laugh'].map((reactionType) => ({
      headers,
      body: JSON.stringify({ stepIndex: 0, reactionType }),
    }))
  })
  return {
    listeners: await listenAll(
      `${url.replace('http', 'ws')}/api/reactions/ws/${gameId}?token=${first.token}`,
    ),
    post: (reactor, at) => post(`${url}/api/reactions/${gameId}`, requests[reactor]?.[at % 2]),
  }
}

/** The same small caller for both: what a client makes of an answer would be done in the midst of messages. */
async function post(url: string, request: RequestInit = {}): Promise<void> {
  const response = await fetch(url, { method: 'POST', ...request })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${answer}`)
}

function listenAll(address: string): Promise<Listener[]> {
  return atOnce(LISTENERS, () => listen(address))
}
