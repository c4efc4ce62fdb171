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
import { median } from './loads.ts'
import { arrive, type Player } from './player.ts'
import { type Served, serveInkling } from './served.ts'

/* Drawings on their way to the disk: their checks, how many are kept, and what others notice. */

const PLAYERS = 600
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
  let stopWatching = () => {}
  const each = PLAYERS / AT_ONCE
  let connected = 0
  const bystander = { authorization: requests[0]?.headers.authorization }
  const url = `${server.url}/api/user/profile`
  const others = new Promise<autocannon.Result>((resolve, reject) => {
    const watching = autocannon({ url, headers: bystander, connections: 1, duration: 60 }, (error, result) =>
      error ? reject(error) : resolve(result),
    )
    stopWatching = () => watching.stop()
  })
  const submitted = await autocannon({
    url: server.url,
    connections: AT_ONCE,
    amount: PLAYERS,
    setupClient: (client) => {
      client.setRequests(requests.slice(connected * each, ++connected * each))
    },
  })
  stopWatching()
  const { latency } = await others
  const games = await player(players, 0).client.listGames({ query: {} })
  const kept = games.items.filter(({ completedAt }) => completedAt !== null).length
  if (submitted.non2xx > 0 || kept !== PLAYERS) throw new Error(`${kept} of ${PLAYERS} drawings were kept`)
  remark('a drawing, mean', pictures.reduce((sum, { length }) => sum + length, 0) / PLAYERS / 1000, 'kB')
  const seconds = (submitted.finish.getTime() - submitted.start.getTime()) / 1000
  figure('drawings kept durably', PLAYERS / seconds, 'a second', 500, 'at least')
  figure('another call meanwhile, p99', latency.p99, 'ms', 40)
}

function player(players: readonly Player[], at: number): Player {
  const found = players[at]
  if (!found) throw new RangeError(`There is no player ${at}`)
  return found
}
