import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startEmbedded } from '../src/stores/postgres/postgres-servers.fixture.ts'
import { remark } from './figure.ts'
import { root } from './served.ts'

/*
 * Response times with a growing number of players, and during midnight: runs the built-in profiles of `inkling load`
 * against servers in their default configuration. The optional argument selects one server by its name.
 */

/** `crowds`: numbers of players that arrive within 20 s and play ten times as fast as people. */
const SERVERS = {
  'data folder': { args: [], crowds: [500, 1000, 2000] },
  'PostgreSQL, one process': { args: ['--workers', '1'], crowds: [200, 350, 500] },
  'PostgreSQL, two processes': { args: ['--workers', '2'], crowds: [200, 350, 500] },
} as const
const AT_MIDNIGHT = [500, 2000]

interface Measured {
  readonly summary: {
    readonly outcome: string
    readonly voidBecause: string | null
    readonly playersAnHour: number
    readonly rateReached: number
    readonly errors: number
    readonly late: number
    readonly maxActive: number
    readonly http: { readonly p50: number; readonly p99: number; readonly max: number }
  }
  readonly invariants: { readonly broken: readonly string[] }
}

const binary = join(root, 'cli/bin/inkling.mjs')
const [wanted] = process.argv.slice(2)
for (const [name, { args, crowds }] of Object.entries(SERVERS)) {
  if (wanted === undefined || name === wanted) await measure(name, args, crowds)
}

async function measure(name: string, args: readonly string[], crowds: readonly number[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-capacity-'))
  const database = args.length === 0 ? null : await startEmbedded([])
  const store = database ? ['--store', database.url, ...args] : ['--data', join(folder, 'data')]
  const server = spawn(process.execPath, [binary, 'serve', '--port', '0', ...store], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = await once(createInterface({ input: server.stdout }), 'line')
    const url = String(line).split(' ').at(-1) ?? ''
    for (const players of crowds) {
      const steady = ['--profile', 'steady', '--duration', '20s', '--players', String(players)]
      report(`${name}, ${players} players in 20 s`, await load(url, folder, steady))
    }
    for (const players of AT_MIDNIGHT) {
      const midnight = ['--profile', 'midnight', '--duration', '30s', '--players', String(players)]
      report(`${name}, midnight with ${players} players`, await load(url, folder, midnight))
    }
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
    await database?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function load(url: string, folder: string, args: readonly string[]): Promise<Measured> {
  const file = join(folder, 'load.json')
  const limits = ['--max-calls', '2000000', '--max-duration', '5m', '--report', `json=${file}`]
  const run = spawn(
    process.execPath,
    [binary, 'load', 'run', ...args, ...limits, '--quiet', '--target', url],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  await once(run, 'exit')
  return JSON.parse(await readFile(file, 'utf8')) as Measured
}

function report(what: string, { summary, invariants }: Measured): void {
  const { http, late, voidBecause } = summary
  remark(`${what}: players per hour`, Math.round(summary.playersAnHour), '')
  remark(`${what}: maximum of concurrent players`, summary.maxActive, '')
  remark(`${what}: calls per second`, Math.round(summary.rateReached), '')
  remark(`${what}: p50`, http.p50, 'ms')
  remark(`${what}: p99`, http.p99, 'ms')
  remark(`${what}: max`, http.max, 'ms')
  remark(`${what}: failed calls and broken invariants`, summary.errors + invariants.broken.length, '')
  remark(`${what}: calls sent late by the generator`, 100 * late, `%${voidBecause === null ? '' : ' (void)'}`)
}
