import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { figure, remark } from './figure.ts'
import { installedPeers } from './installed-peers.ts'
import { postTokens, reads, registerTokens } from './loads.ts'
import { median } from './quantiles.ts'
import { serveInkling, servePeer } from './served.ts'

/* Compares the reference server with other mock servers. */

const ROUNDS = 3
const ITEMS = 50_000

const peers = installedPeers()
const folder = await mkdtemp(join(tmpdir(), 'inkling-peers-'))
try {
  await againstJsonServer()
  await againstReaders()
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Adds records to 50,000: json-server 1.0 rewrites the whole file, our store appends durably. */
async function againstJsonServer(): Promise<void> {
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const file = join(folder, `items-${round}.json`)
    const items = Array.from({ length: ITEMS }, (_, at) => ({
      id: String(at),
      token: `push-${at}`,
      platform: 'ios',
    }))
    await writeFile(file, JSON.stringify({ items }))
    const peer = await servePeer(
      join(peers, 'node_modules/json-server/lib/bin.js'),
      (port) => [file, '--port', String(port), '--host', '127.0.0.1'],
      '/items/1',
    )
    const theirs = await postTokens(`${peer.url}/items`)
    await peer.stop()
    const inkling = await serveInkling('--data', join(folder, `data-${round}`))
    const ours = await registerTokens(inkling)
    await inkling.stop()
    ratios.push(ours.perSecond / theirs.perSecond)
    if (round === 0) remark('POST of json-server 1.0 with 50,000 items', theirs.perSecond, 'per second')
  }
  figure(
    'durable POST compared with json-server 1.0 with 50,000 items',
    median(ratios),
    'times',
    20,
    'at least',
  )
}

async function againstReaders(): Promise<void> {
  const today = { hasGame: true, status: 'active', participants: [{ username: 'Ann' }, { username: 'Ben' }] }
  const database = join(folder, 'today.json')
  await writeFile(database, JSON.stringify({ today }))
  const environment = join(folder, 'mockoon.json')
  await writeFile(environment, JSON.stringify(mockoonEnvironment(JSON.stringify(today))))
  const readers = {
    'json-server 0.17': () =>
      servePeer(
        join(peers, 'node_modules/json-server-stable/lib/cli/bin.js'),
        (port) => [database, '--port', String(port), '--host', '127.0.0.1', '--quiet'],
        '/today',
      ),
    Mockoon: () =>
      servePeer(
        join(peers, 'node_modules/@mockoon/cli/bin/run.js'),
        (port) => [
          'start',
          '--data',
          environment,
          '--port',
          String(port),
          '--disable-log-to-file',
          '--repair',
        ],
        '/today',
      ),
  }
  for (const [name, serveReader] of Object.entries(readers)) {
    const ratios: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const theirs = await reads(await serveReader(), '/today')
      const ours = await reads(
        await serveInkling('--data', join(folder, `${name}-${round}`)),
        '/api/game/today',
      )
      ratios.push(ours.perSecond / theirs.perSecond)
      if (round === 0) remark(`GET of ${name}`, theirs.perSecond, 'per second')
    }
    figure(`GET of today's game compared with ${name}`, median(ratios), 'times', 1, 'at least')
  }
}

/** One route, in the format that Mockoon's editor writes. */
function mockoonEnvironment(body: string) {
  return {
    uuid: 'bench',
    lastMigration: 33,
    name: 'bench',
    port: 3000,
    rootChildren: [{ type: 'route', uuid: 'today' }],
    routes: [
      {
        uuid: 'today',
        type: 'http',
        method: 'get',
        endpoint: 'today',
        responses: [
          {
            uuid: 'answer',
            body,
            statusCode: 200,
            headers: [{ key: 'Content-Type', value: 'application/json' }],
            bodyType: 'INLINE',
            disableTemplating: true,
            default: true,
          },
        ],
      },
    ],
  }
}
