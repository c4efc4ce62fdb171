import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { drawWord, loadLibrary } from '@inkling/fixtures/drawings/library'
import { rasterise } from '@inkling/fixtures/drawings/rasterise'
import autocannon from 'autocannon'
import { nodeBytes } from '../src/adapters/bytes-node.ts'
import { embedStrokes } from '../src/contract/stroke-chunk.ts'
import { takeDrawing } from '../src/engine/drawings.ts'
import { atOnce } from './at-once.ts'
import { figure, remark } from './figure.ts'
import { installedPeers } from './installed-peers.ts'
import { arrive, type Player } from './player.ts'
import { median } from './quantiles.ts'
import { type Served, serveInkling } from './served.ts'

/* Drawings on their way to the disk: their checks, how many are kept, and what others notice. */

const PLAYERS = 600
/** The first ones get the server going, and are not measured. */
const WARM_UP = 100
const AT_ONCE = 50

const library = loadLibrary()
const pictures = await Promise.all(
  library.words.slice(0, PLAYERS).map(async (word) => {
    const strokes = drawWord(library, word, 'bench')
    return Buffer.from(await embedStrokes(rasterise(strokes), strokes, deflateSync))
  }),
)
const sent = pictures.map((png) => png.toString('base64'))
const folder = await mkdtemp(join(tmpdir(), 'inkling-play-'))
try {
  await measureChecks()
  const server = await serveInkling('--data', folder)
  await measureSubmissions(server)
  await server.stop()
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** What the server does to a drawing before it takes it, against decoding it with pngjs. */
async function measureChecks(): Promise<void> {
  const { PNG } = createRequire(join(installedPeers(), 'package.json'))('pngjs')
  const ratios: number[] = []
  for (let round = 0; round < 5; round++) {
    const begun = performance.now()
    for (const png of pictures) PNG.sync.read(png)
    const decoding = performance.now() - begun
    const checked = performance.now()
    for (const each of sent) takeDrawing(each, nodeBytes)
    ratios.push((performance.now() - checked) / decoding)
  }
  figure('checks of a drawing against decoding it with pngjs', median(ratios), 'times', 0.3)
}

async function measureSubmissions(server: Served): Promise<void> {
  const players = await atOnce(PLAYERS, (at) => arrive(server.url, at))
  await atOnce(PLAYERS, (at) => player(players, at).client.createGroup({ body: { name: `Group ${at}` } }))
  await player(players, 0).client.triggerDailyGames()
  await atOnce(PLAYERS, (at) => player(players, at).client.startTurn())
  const requests = players.map(({ token }, at) => ({
    method: 'POST' as const,
    path: '/api/game/submit-turn',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      content: { drawing: sent[at] },
      strokeCount: 9,
      timeSpent: 40,
    }),
  }))
  await submitted(server, requests.slice(0, WARM_UP))
  const bystander = { authorization: requests[0]?.headers.authorization }
  const url = `${server.url}/api/user/profile`
  let stopWatching = () => {}
  const others = new Promise<autocannon.Result>((resolve, reject) => {
    const watching = autocannon({ url, headers: bystander, connections: 1, duration: 60 }, (error, result) =>
      error ? reject(error) : resolve(result),
    )
    stopWatching = () => watching.stop()
  })
  const seconds = await submitted(server, requests.slice(WARM_UP))
  stopWatching()
  const { latency } = await others
  const games = await player(players, 0).client.listGames({ query: {} })
  const kept = games.items.filter(({ completedAt }) => completedAt !== null).length
  if (kept !== PLAYERS) throw new Error(`${kept} of ${PLAYERS} drawings were kept`)
  remark('a drawing, mean', pictures.reduce((sum, { length }) => sum + length, 0) / PLAYERS / 1000, 'kB')
  figure('drawings kept durably', (PLAYERS - WARM_UP) / seconds, 'a second', 500, 'at least')
  figure('another call meanwhile, p99', latency.p99, 'ms', 40)
}

/** Sends each request once, {@link AT_ONCE} at a time. @returns seconds from the first to the last answer. */
async function submitted({ url }: Served, requests: autocannon.Request[]): Promise<number> {
  const each = requests.length / AT_ONCE
  let connected = 0
  const begun = performance.now()
  let ended = begun
  const { non2xx } = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      connections: AT_ONCE,
      amount: requests.length,
      setupClient: (client) => {
        client.setRequests(requests.slice(connected * each, ++connected * each))
      },
    }
    const submitting = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    // The library rounds its own time up to whole seconds.
    submitting.on('response', () => {
      ended = performance.now()
    })
  })
  if (non2xx > 0) throw new Error(`${non2xx} drawings were refused`)
  return (ended - begun) / 1000
}

function player(players: readonly Player[], at: number): Player {
  const found = players[at]
  if (!found) throw new RangeError(`There is no player ${at}`)
  return found
}
