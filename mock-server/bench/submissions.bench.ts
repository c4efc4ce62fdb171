import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { drawWord, loadLibrary } from '@inkling/fixtures/drawings/library'
import { rasterise } from '@inkling/fixtures/drawings/rasterise'
import autocannon from 'autocannon'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { DRAWING } from '../src/contract/constants.ts'
import { validateDrawing } from '../src/picture/drawings.ts'
import { PngError, readChunks, writeChunks } from '../src/picture/png-chunks.ts'
import { embedStrokes } from '../src/picture/stroke-chunk.ts'
import { nodeCodecs } from '../src/platform/node-codecs.ts'
import { figure, remark } from './figure.ts'
import { installedPeers } from './installed-peers.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { arrive, type Player } from './player.ts'
import { median } from './quantiles.ts'
import { type Served, serveInkling } from './served.ts'

/* Submitted drawings: the cost of checks, durable submissions per second, and the effect on other calls. */

const PLAYERS = 600
/** These submissions warm up the server and are not measured. */
const WARM_UP = 100
const AT_ONCE = 50
const ROUNDS = 5

let marks = 0

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

/** Compares the server's checks of a drawing with decoding it with pngjs. */
async function measureChecks(): Promise<void> {
  const { PNG } = createRequire(join(installedPeers(), 'package.json'))('pngjs')
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const decodingStartedAt = performance.now()
    for (const png of pictures) PNG.sync.read(png)
    const decoding = performance.now() - decodingStartedAt
    const drawings = pictures.map((png) => uncached(png))
    const checksStartedAt = performance.now()
    for (const each of drawings) validateDrawing(each, nodeCodecs)
    ratios.push((performance.now() - checksStartedAt) / decoding)
  }
  figure('checks of a drawing compared with decoding it with pngjs', median(ratios), 'times', 0.3)
  const slowest = Math.max(...([3, 4] as const).map((filter) => checkTime(() => uncached(noise(filter, 8)))))
  figure('checks of the most expensive picture of an accepted kind', slowest, 'ms', 40)
  figure(
    'checks of a picture of a refused kind',
    checkTime(() => uncached(noise(4, 16))),
    'ms',
    1,
  )
  const blank = uncached(noise(4, 8))
  figure(
    'checks of a picture that was refused before',
    checkTime(() => blank),
    'ms',
    1,
  )
}

/** Processor time to check a picture in milliseconds: the median of several rounds after a warm-up. */
function checkTime(picture: () => string): number {
  const times = Array.from({ length: 1 + ROUNDS }, () => {
    const base64 = picture()
    const before = process.cpuUsage()
    try {
      validateDrawing(base64, nodeCodecs)
    } catch (error) {
      if (!(error instanceof PngError)) throw error
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return median(times.slice(1))
}

/** The same picture as base64 of different bytes, so that cached results do not apply. */
function uncached(png: Uint8Array): string {
  const chunks = readChunks(png, nodeCodecs.crc32)
  const mark = { type: 'maRk', data: new TextEncoder().encode(String(marks++)) }
  return nodeCodecs.toBase64(writeChunks([...chunks.slice(0, -1), mark, ...chunks.slice(-1)]))
}

/** A PNG of the maximum size, blank because all of it is transparent. The noise forces a check of every pixel. */
function noise(filter: 3 | 4, depth: 8 | 16): Uint8Array {
  const side = DRAWING.maxSide
  const pixelBytes = depth / 2
  const stride = 1 + side * pixelBytes
  const rows = new Uint8Array(side * stride)
  const generator = xoroshiro128plus(1)
  for (let at = 0; at < rows.length; at++) {
    const isAlpha = (at % stride) % pixelBytes === 0
    // Noise of the size of deflate's window. The rest repeats it and compresses well, so the file is below the limit.
    if (at % stride === 0) rows[at] = filter
    else if (!isAlpha) rows[at] = at < 7 * stride ? generator.next() : (rows[at - 7 * stride] ?? 0)
  }
  const header = new Uint8Array(13)
  new DataView(header.buffer).setUint32(0, side)
  new DataView(header.buffer).setUint32(4, side)
  header.set([depth, 6, 0, 0, 0], 8)
  return writeChunks([
    { type: 'IHDR', data: header },
    { type: 'IDAT', data: deflateSync(rows) },
    { type: 'IEND', data: new Uint8Array() },
  ])
}

async function measureSubmissions(server: Served): Promise<void> {
  const places = Array.from({ length: PLAYERS }, (_, at) => at)
  const players = await mapConcurrently(places, (at) => arrive(server.url, at), AT_ONCE)
  await mapConcurrently(
    players,
    ({ client }, at) => client.createGroup({ body: { name: `Group ${at}` } }),
    AT_ONCE,
  )
  await player(players, 0).client.triggerDailyGames()
  await mapConcurrently(players, ({ client }) => client.startTurn(), AT_ONCE)
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
  const stored = games.items.filter(({ completedAt }) => completedAt !== null).length
  if (stored !== PLAYERS) throw new Error(`${stored} of ${PLAYERS} drawings were stored`)
  remark(
    'size of a drawing, mean',
    pictures.reduce((sum, { length }) => sum + length, 0) / PLAYERS / 1000,
    'kB',
  )
  figure('drawings stored durably', (PLAYERS - WARM_UP) / seconds, 'per second', 500, 'at least')
  figure('another call during the submissions, p99', latency.p99, 'ms', 40)
}

/** Sends each request once, {@link AT_ONCE} at a time. @returns seconds from the first request to the last response. */
async function submitted({ url }: Served, requests: autocannon.Request[]): Promise<number> {
  const each = requests.length / AT_ONCE
  let connected = 0
  const startedAt = performance.now()
  let ended = startedAt
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
    // autocannon rounds its own duration up to whole seconds.
    submitting.on('response', () => {
      ended = performance.now()
    })
  })
  if (non2xx > 0) throw new Error(`${non2xx} drawings were refused`)
  return (ended - startedAt) / 1000
}

function player(players: readonly Player[], at: number): Player {
  const found = players[at]
  if (!found) throw new RangeError(`There is no player ${at}`)
  return found
}
