import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface PeerFigures {
  readonly version: string
  readonly players: number
  readonly callsPerCpuSecond: number
  readonly kilobytesPerPlayer: number
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, '.cache/load-peers')
const PLAYERS = 2000
const ARRIVE_SECONDS = 10

/** Measures Artillery with players who make the same three calls: today, daily stats, and a ping. */
export async function comparePeer(url: string): Promise<PeerFigures> {
  await install()
  const work = await mkdtemp(join(tmpdir(), 'inkling-artillery-'))
  try {
    const script = join(work, 'script.json')
    const usage = join(work, 'usage.json')
    const hook = join(work, 'hook.cjs')
    await writeFile(script, JSON.stringify(scriptFor(url)))
    // Artillery's workers are threads, so the figures of the process include them.
    await writeFile(
      hook,
      `process.on('exit', () => { if (!require('node:worker_threads').isMainThread) return
const { user, system } = process.cpuUsage()
require('node:fs').writeFileSync(${JSON.stringify(usage)}, JSON.stringify({ cpu: (user + system) / 1e6, kilobytes: process.resourceUsage().maxRSS })) })`,
    )
    const output = join(work, 'report.json')
    const program = join(folder, 'node_modules/artillery/bin/run')
    const child = spawn(
      process.execPath,
      ['--require', hook, program, 'run', '--quiet', '--output', output, script],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, ARTILLERY_DISABLE_TELEMETRY: 'true' },
        cwd: work,
      },
    )
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`Artillery ended with code ${code}`)
    const { cpu, kilobytes } = JSON.parse(await readFile(usage, 'utf8')) as { cpu: number; kilobytes: number }
    const { aggregate } = JSON.parse(await readFile(output, 'utf8')) as {
      aggregate: { counters: Record<string, number> }
    }
    const { version } = JSON.parse(
      await readFile(join(folder, 'node_modules/artillery/package.json'), 'utf8'),
    ) as {
      version: string
    }
    const calls = aggregate.counters['http.responses'] ?? 0
    return {
      version,
      players: PLAYERS,
      callsPerCpuSecond: calls / cpu,
      kilobytesPerPlayer: kilobytes / PLAYERS,
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Installs Artillery on the first run, since it is not one of our dependencies. */
async function install(): Promise<void> {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return
  await cp(join(root, 'scenarios/bench/load-peers'), folder, { recursive: true })
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts'], {
    stdio: 'inherit',
  })
}

/** Each player arrives, polls as the home screen does at twice the normal speed, and leaves. */
const scriptFor = (url: string) => ({
  config: {
    target: url,
    http: { pool: 256 },
    phases: [{ duration: ARRIVE_SECONDS, arrivalRate: PLAYERS / ARRIVE_SECONDS }],
    defaults: { headers: { authorization: 'Bearer token', accept: 'application/json' } },
  },
  scenarios: [
    {
      flow: [
        {
          loop: [
            { get: { url: '/api/game/today' } },
            { think: 1.25 },
            { get: { url: '/api/game/stats/daily' } },
            { think: 1.25 },
            { post: { url: '/api/game/ping-activity' } },
          ],
          count: 8,
        },
      ],
    },
  ],
})
