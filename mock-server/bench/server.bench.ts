import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { figure, remark } from './figure.ts'
import type { Load } from './load.ts'
import { knowPast, reads, registerTokens } from './loads.ts'
import { manyGames } from './many-games.ts'
import { median } from './quantiles.ts'
import { residentMb, root, serve, serveInkling } from './served.ts'

/* What durability costs, how soon the server is there, and what it needs with 100,000 games. */

const ROUNDS = 3
/** Servers that are held against each other take turns, so short that the machine is as fast for one as for the other. */
const TURNS = 6
const TURN = { warmUp: 200, measured: 1000 }

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
  const keptNowhere: Load[] = []
  let memory = 0
  for (let round = 0; round < ROUNDS; round++) {
    const copy = join(folder, `full-${round}`)
    await cp(full, copy, { recursive: true })
    const nothing = await serveInkling('--memory')
    const empty = await serveInkling('--data', join(folder, `writes-${round}`))
    const stored = await serveInkling('--data', copy)
    for (let turn = 0; turn < TURNS; turn++) {
      const loads = {
        nothing: await registerTokens(nothing, TURN),
        empty: await registerTokens(empty, TURN),
        stored: await registerTokens(stored, TURN),
      }
      // A fresh process is slow in its first turn.
      if (turn === 0) continue
      ratios.empty.push(loads.empty.perSecond / loads.nothing.perSecond)
      ratios.full.push(loads.stored.perSecond / loads.nothing.perSecond)
      slow.push(Math.max(loads.empty.p99, loads.stored.p99))
      keptNowhere.push(loads.nothing)
    }
    await knowPast(stored)
    memory = Math.max(memory, residentMb(stored))
    for (const server of [nothing, empty, stored]) await server.stop()
  }
  const rates = keptNowhere.map(({ perSecond }) => perSecond)
  remark('a POST that is kept nowhere', median(rates), 'a second')
  figure('durable POST against one kept nowhere, empty', median(ratios.empty), 'times', 0.8, 'at least')
  figure(
    'durable POST against one kept nowhere, 100,000 games',
    median(ratios.full),
    'times',
    0.8,
    'at least',
  )
  figure('durable POST, p99 at 50 connections', median(slow), 'ms', 40)
  remark('the same, kept nowhere', median(keptNowhere.map(({ p99 }) => p99)), 'ms')
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
    ratios.push(ours.perSecond / floor.perSecond)
    slow.push(ours.p99)
    if (round === 0) remark('GET of bare Express', floor.perSecond, 'a second')
  }
  figure("GET of today's game against bare Express", median(ratios), 'times', 0.6, 'at least')
  figure("GET of today's game, p99 at 50 connections", median(slow), 'ms', 40)
}

function timeOf(args: readonly string[]): number {
  const begun = performance.now()
  execFileSync(process.execPath, args, { stdio: 'ignore' })
  return performance.now() - begun
}
