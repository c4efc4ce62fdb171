import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { loadSketchbook } from '../bots/library-sketchbook.ts'
import { crowdOf } from '../load/crowd.ts'
import { makeGallery } from '../load/gallery.ts'
import { LoadGenerator } from '../load/generator.ts'
import { parseLoad } from '../load/parse.ts'
import { type LoadPlan, planOf } from '../load/plan.ts'
import type { Slice } from '../load/slice.ts'
import { summaryOf } from '../load/summary.ts'
import { realTime } from '../load/time.ts'
import { httpWire } from '../load/wire.ts'
import { comparePeer } from './artillery.ts'
import { say } from './figures.ts'
import { serveInstantly } from './instant-server.ts'

/*
 * Limits of one process of the load generator, against a server that answers immediately: calls per second, lateness,
 * memory with 10,000 concurrent players, and whether a seed is reproducible. Artillery makes the same three calls for
 * comparison.
 */

const PLAYERS = 10_000

if (process.argv[2] === '--serve') {
  serveInstantly()
} else {
  const server = spawn(process.execPath, [process.argv[1] ?? '', '--serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = await once(createInterface({ input: server.stdout }), 'line')
    await measure(String(line))
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
}

async function measure(url: string): Promise<void> {
  // All players arrive within ten seconds, stay until the end and poll, at 0.3 calls per second at normal speed.
  const plan = planWith(`players: ${PLAYERS}, speed: 2, duration: 40s, warm-up: 15s`, 10_000)
  const before = process.cpuUsage()
  const { slices, memoryMb } = await run(plan, url)
  const { user, system } = process.cpuUsage(before)
  const summary = summaryOf({ plan, sliceMs: 1000, slices, brokenRules: 0, stopped: null })
  const calls = slices.reduce((sum, { sent }) => sum + sent, 0)
  const perCore = calls / ((user + system) / 1e6)
  say('calls per second of one process', summary.rateReached, '', 5000, 'at least')
  say('lateness p99', summary.lateness.p99, 'ms', 10)
  say('failed calls', summary.errors, '', 0)
  say('concurrent players', summary.maxActive, '', PLAYERS, 'at least')
  say('memory of the process with all players', memoryMb, 'MB', 600)
  const small = planWith('players: 300, speed: 10, duration: 4s, warm-up: 1s', 1000)
  const [first, again] = [await run(small, url), await run(small, url)]
  say(
    'the same seed makes the same calls in the same order',
    first.digest === again.digest ? 1 : 0,
    '',
    1,
    'at least',
  )
  process.stdout.write(
    `calls per second of CPU: ${Math.round(perCore)}, memory per player: ${Math.round((1024 * memoryMb) / PLAYERS)} kB\n`,
  )
  const peer = await comparePeer(url)
  process.stdout.write(
    `Artillery ${peer.version}: calls per second of CPU ${Math.round(peer.callsPerCpuSecond)}, memory per player ${Math.round(peer.kilobytesPerPlayer)} kB, with ${peer.players} players\n`,
  )
  say(
    'calls per second of CPU compared with Artillery',
    perCore / peer.callsPerCpuSecond,
    'times',
    1,
    'at least',
  )
}

/** @param arriveMs the time within which all players arrive. */
function planWith(rest: string, arriveMs: number): LoadPlan {
  const profile = `[{ at: 0s, rate: 1 }, { at: ${arriveMs}ms, rate: 1 }, { at: ${arriveMs + 1}ms, rate: 0 }]`
  const fixed = 'version: 1, name: bench, stay: 1h, newcomers: 0, groups: { share: 0, size: 2 }'
  const text = `{ ${fixed}, profile: ${profile}, limits: { calls: 10000000, duration: 5m }, ${rest} }`
  return planOf(parseLoad(text, 'bench'), 'bench')
}

async function run(plan: LoadPlan, url: string) {
  const gallery = await makeGallery(loadSketchbook(), 'bench', ['cat'])
  const wire = httpWire(url, plan.connections, plan.timeoutMs)
  const slices: Slice[] = []
  const crowd = crowdOf(plan)
  // The server accepts any token, so players need no sign-in.
  const tokens = new Map(crowd.map(({ index }) => [index, 'token']))
  const parts = { plan, crowd, tokens, gallery, wire, time: realTime(), maxCalls: plan.maxCalls }
  const generator = new LoadGenerator({ ...parts, onSlice: (slice) => slices.push(slice) })
  const { digest } = await generator.run()
  await wire.close()
  return { digest, slices, memoryMb: Math.max(...slices.map((slice) => slice.memoryMb)) }
}
