import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawWord, loadLibrary } from '@inkling/fixtures/drawings/library'
import { rasterise } from '@inkling/fixtures/drawings/rasterise'
import { decode } from 'fast-png'
import { WebSocket } from 'ws'
import { nodeBytes } from '../src/adapters/bytes-node.ts'
import { type Client, createClient } from '../src/contract/client.ts'
import { takeDrawing } from '../src/engine/drawings.ts'
import { figure, remark } from './figure.ts'
import { median } from './loads.ts'
import { ADMIN_KEY, type Served, serveInkling } from './served.ts'

/* Drawings on their way to the disk, and messages on their way to those who watch. */

const PLAYERS = 600
const AT_ONCE = 50
const LISTENERS = 1000
const REACTIONS = 600

const library = loadLibrary()
const pictures = library.words.slice(0, PLAYERS).map((word) => rasterise(drawWord(library, word, 'bench')))
const folder = await mkdtemp(join(tmpdir(), 'inkling-play-'))
try {
  await measureChecks()
  const server = await serveInkling('--data', folder)
  await measureSubmissions(server)
  await measureSockets(server)
  await server.stop()
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** What the server does to a drawing before it takes it, against decoding it with a PNG library. */
async function measureChecks(): Promise<void> {
  const sent = pictures.map((png) => Buffer.from(png).toString('base64'))
  const ratios: number[] = []
  for (let round = 0; round < 5; round++) {
    const begun = performance.now()
    for (const png of pictures) decode(png)
    const decoding = performance.now() - begun
    const checked = performance.now()
    for (const each of sent) await takeDrawing(each, nodeBytes)
    ratios.push((performance.now() - checked) / decoding)
  }
  figure('checks of a drawing against decoding it', median(ratios), 'times', 0.3)
}

interface Player {
  readonly client: Client
  readonly token: string
}

async function arrive({ url }: Served, at: number): Promise<Player> {
  const { token } = await createClient({ baseUrl: url, fetch }).signInDevice({
    body: { deviceId: `device_of_player_${at}` },
  })
  return { token, client: createClient({ baseUrl: url, fetch, token: () => token, adminKey: ADMIN_KEY }) }
}

async function measureSubmissions(server: Served): Promise<void> {
  const players = await inTurns(PLAYERS, (at) => arrive(server, at))
  await inTurns(PLAYERS, (at) => player(players, at).client.createGroup({ body: { name: `Group ${at}` } }))
  await player(players, 0).client.triggerDailyGames()
  await inTurns(PLAYERS, (at) => player(players, at).client.startTurn())
  const bystander = await arrive(server, PLAYERS)
  const waits: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const begun = performance.now()
      await bystander.client.getProfile()
      waits.push(performance.now() - begun)
    }
  })()
  const begun = performance.now()
  await inTurns(PLAYERS, (at) =>
    player(players, at).client.submitTurn({
      body: {
        content: { drawing: Buffer.from(pictures[at] ?? []).toString('base64') },
        strokeCount: 9,
        timeSpent: 40,
      },
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  isOver = true
  await watching
  remark('a drawing, mean', pictures.reduce((sum, { length }) => sum + length, 0) / PLAYERS / 1000, 'kB')
  figure('drawings kept durably', PLAYERS / seconds, 'a second', 500, 'at least')
  waits.sort((a, b) => a - b)
  figure('another call meanwhile, p99', waits[Math.floor(0.99 * waits.length)] ?? Number.NaN, 'ms', 40)
}

async function measureSockets(server: Served): Promise<void> {
  const { client, token } = await arrive(server, 0)
  const { gameId } = await client.getToday()
  let delivered = 0
  let finish = () => {}
  const everything = new Promise<void>((resolve) => {
    finish = resolve
  })
  const address = `${server.url.replace('http', 'ws')}/api/reactions/ws/${gameId}?token=${token}`
  const sockets = await inTurns(LISTENERS, () => opened(address))
  for (const socket of sockets) {
    socket.on('message', () => {
      if (++delivered === LISTENERS * REACTIONS) finish()
    })
  }
  const begun = performance.now()
  const types = ['love', 'laugh'] as const
  await inTurns(REACTIONS, (at) =>
    client.addReaction({
      params: { gameId: gameId ?? '' },
      body: { stepIndex: 0, reactionType: types[at % 2] ?? 'love' },
    }),
  )
  await everything
  figure(
    'messages to 1,000 listeners',
    delivered / ((performance.now() - begun) / 1000),
    'a second',
    120_000,
    'at least',
  )
  for (const socket of sockets) socket.terminate()
}

function opened(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address)
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Does so many things, {@link AT_ONCE} at a time. */
async function inTurns<T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < count; at = next++) results[at] = await work(at)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

function player(players: readonly Player[], at: number): Player {
  const found = players[at]
  if (!found) throw new RangeError(`There is no player ${at}`)
  return found
}
