import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { figure, remark } from './figure.ts'
import { median, reads, registerTokens } from './loads.ts'
import { manyGames } from './many-games.ts'
import { residentMb, root, serve, serveInkling } from './served.ts'

/* What durability costs, how soon the server is there, and what it needs with 100,000 games. */

const ROUNDS = 3

const folder = await mkdtemp(join(tmpdir(), 'inkling-bench-'))
try {
  const full = join(folder, 'full')
  await cp(await manyGames(), full, { recursive: true })
  await measureStart(full)
  await measureMemory(full)
  await measureWrites(full)
  await measureReads()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measureStart(full: string): Promise<void> {
  // The first start of a build leaves compiled code behind for all others.
  await (await serveInkling('--memory')).stop()
  const bare: number[] = []
  const empty: number[] = []
  const stored: number[] = []
  for (let at = 0; at < 9; at++) {
    bare.push(timeOf(['-e', '0']))
    const fresh = await serveInkling('--data', join(folder, `fresh-${at}`))
    empty.push(fresh.started)
    await fresh.stop()
    const loaded = await serveInkling('--data', full)
    stored.push(loaded.started)
    await loaded.stop()
  }
  figure('start to first answer, empty, against a bare node', median(empty) / median(bare), 'times', 3)
  figure('start to first answer, empty', median(empty) / 1000, 's', 0.5)
  figure('start to first answer, 100,000 games', median(stored) / 1000, 's', 0.8)
}

async function measureMemory(full: string): Promise<void> {
  let memory = 0
  await reads(await serveInkling('--data', full), '/api/game/today', (server) => {
    memory = residentMb(server)
  })
  figure('memory with 100,000 games, under a load of reads', memory, 'MB', 220)
}

async function measureWrites(full: string): Promise<void> {
  const ratios: Record<'empty' | 'full', number[]> = { empty: [], full: [] }
  const slow: number[] = []
  const keptNowhere: number[] = []
  let memory = 0
  for (let round = 0; round < ROUNDS; round++) {
    const nothing = await registerTokens(await serveInkling('--memory'))
    const empty = await registerTokens(await serveInkling('--data', join(folder, `writes-${round}`)))
    const stored = await registerTokens(await serveInkling('--data', full), (server) => {
      memory = Math.max(memory, residentMb(server))
    })
    ratios.empty.push(empty.requests.average / nothing.requests.average)
    ratios.full.push(stored.requests.average / nothing.requests.average)
    slow.push(Math.max(empty.latency.p99, stored.latency.p99))
    keptNowhere.push(nothing.latency.p99)
    if (round === 0) remark('a POST that is kept nowhere', nothing.requests.average, 'a second')
  }
  figure('durable POST against one kept nowhere, empty', median(ratios.empty), 'times', 0.8, 'at least')
  figure(
    'durable POST against one kept nowhere, 100,000 games',
    median(ratios.full),
    'times',
    0.8,
    'at least',
  )
  figure('durable POST, p99 at 50 connections', median(slow), 'ms', 40)
  remark('the same, kept nowhere', median(keptNowhere), 'ms')
  figure('memory with 100,000 games, after the load of writes', memory, 'MB', 220)
}

async function measureReads(): Promise<void> {
  const ratios: number[] = []
  const slow: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const floor = await reads(
      await serve(join(root, 'mock-server/bench/peers/bare-express.mjs'), [], '/today'),
      '/today',
    )
    const ours = await reads(await serveInkling('--data', join(folder, `reads-${round}`)), '/api/game/today')
    ratios.push(ours.requests.average / floor.requests.average)
    slow.push(ours.latency.p99)
    if (round === 0) remark('GET of bare Express', floor.requests.average, 'a second')
  }
  figure("GET of today's game against bare Express", median(ratios), 'times', 0.6, 'at least')
  figure("GET of today's game, p99 at 50 connections", median(slow), 'ms', 40)
}

function timeOf(args: readonly string[]): number {
  const begun = performance.now()
  execFileSync(process.execPath, args, { stdio: 'ignore' })
  return performance.now() - begun
}
