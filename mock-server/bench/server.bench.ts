import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { figure, remark } from './figure.ts'
import type { Load } from './load.ts'
import { reads, registerTokens, searchPast } from './loads.ts'
import { manyGames } from './many-games.ts'
import { median } from './quantiles.ts'
import { residentMb, root, serve, serveInkling } from './served.ts'

/* The cost of durability, and start-up time and memory with 100,000 games. */

const ROUNDS = 3
/** Compared servers alternate in short turns, because the speed of the machine varies over time. */
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
  // Warm up: read the program's files into the cache of the file system.
  await (await serveInkling('--memory')).stop()
  const bare: number[] = []
  const empty: number[] = []
  const stored: number[] = []
  for (let at = 0; at < 9; at++) {
    bare.push(timeOf(['-e', '0']))
    const fresh = await serveInkling('--data', join(folder, `fresh-${at}`))
    empty.push(fresh.startMs)
    await fresh.stop()
    const loaded = await serveInkling('--data', full)
    stored.push(loaded.startMs)
    await loaded.stop()
  }
  figure('start to first answer, empty, compared with bare node', median(empty) / median(bare), 'times', 3)
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
  const inMemory: Load[] = []
  let memory = 0
  for (let round = 0; round < ROUNDS; round++) {
    const copy = join(folder, `full-${round}`)
    await cp(full, copy, { recursive: true })
    const memoryOnly = await serveInkling('--memory')
    const empty = await serveInkling('--data', join(folder, `writes-${round}`))
    const stored = await serveInkling('--data', copy)
    for (let turn = 0; turn < TURNS; turn++) {
      const loads = {
        memoryOnly: await registerTokens(memoryOnly, TURN),
        empty: await registerTokens(empty, TURN),
        stored: await registerTokens(stored, TURN),
      }
      // A new process is slow in its first turn.
      if (turn === 0) continue
      ratios.empty.push(loads.empty.perSecond / loads.memoryOnly.perSecond)
      ratios.full.push(loads.stored.perSecond / loads.memoryOnly.perSecond)
      slow.push(Math.max(loads.empty.p99, loads.stored.p99))
      inMemory.push(loads.memoryOnly)
    }
    await searchPast(stored)
    memory = Math.max(memory, residentMb(stored))
    for (const server of [memoryOnly, empty, stored]) await server.stop()
  }
  const rates = inMemory.map(({ perSecond }) => perSecond)
  remark('POST with the memory store', median(rates), 'per second')
  figure('durable POST compared with memory, empty', median(ratios.empty), 'times', 0.8, 'at least')
  figure('durable POST compared with memory, 100,000 games', median(ratios.full), 'times', 0.8, 'at least')
  figure('durable POST, p99 at 50 connections', median(slow), 'ms', 40)
  remark('the same with the memory store', median(inMemory.map(({ p99 }) => p99)), 'ms')
  figure('memory with 100,000 games, after a load of writes', memory, 'MB', 220)
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
    if (round === 0) remark('GET of bare Express', floor.perSecond, 'per second')
  }
  figure("GET of today's game compared with bare Express", median(ratios), 'times', 0.6, 'at least')
  figure("GET of today's game, p99 at 50 connections", median(slow), 'ms', 40)
}

function timeOf(args: readonly string[]): number {
  const startedAt = performance.now()
  execFileSync(process.execPath, args, { stdio: 'ignore' })
  return performance.now() - startedAt
}
