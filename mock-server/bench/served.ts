import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '../src/server/platform/free-port.fixture.ts'

/* Servers in processes of their own, so that they do not share an event loop with their callers. */

const root = fileURLToPath(new URL('../../', import.meta.url))
const binary = join(root, 'cli/bin/inkling.mjs')
const peers = join(root, '.cache/bench/peers')

/** The version of json-server to compare with. */
export const JSON_SERVER = '1.0.0-beta.15'

export const ADMIN_KEY = 'the key of a benchmark'

/** Variables of this shell, such as NODE_ENV or PUBLIC_URL, would configure the server. */
const { PATH, HOME } = process.env
const env = { PATH, HOME, ADMIN_KEY, INKLING_ADMIN_KEY: ADMIN_KEY }

export interface Served {
  /** Without a trailing slash. */
  readonly url: string
  readonly process: ChildProcess
  /** Ends it as an operator does, with SIGTERM by default, and waits for its end. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Runs a command of `inkling`, and waits for its end, whatever its exit code. */
export async function inkling(...args: string[]): Promise<void> {
  await once(startInkling(...args), 'exit')
}

/** Starts a command of `inkling`, whose errors are shown. */
export const startInkling = (...args: string[]): ChildProcess =>
  spawn(process.execPath, [binary, ...args], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })

/** Runs `inkling serve` with {@link ADMIN_KEY}. Resolves when it listens. */
export async function serveInkling(...args: string[]): Promise<Served> {
  const child = spawn(process.execPath, [binary, 'serve', ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000)
  })
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`inkling serve ${args.join(' ')} ended with ${code} before it listened: ${said}`)
    }),
  ])
  return { url: String(line).split(' ').at(-1) ?? '', process: child, stop: (signal) => stop(child, signal) }
}

/** Serves a file with json-server, which is installed on the first run. @param path a path that it then answers. */
export async function serveJson(file: string, path: string): Promise<Served> {
  const script = join(peers, 'node_modules/json-server/lib/bin.js')
  if (!existsSync(script)) {
    const install = ['install', '--prefix', peers, '--no-audit', '--no-fund', `json-server@${JSON_SERVER}`]
    execFileSync('npm', install, { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const url = `http://127.0.0.1:${await freePort()}`
  const { port, hostname } = new URL(url)
  const args = [script, file, '--port', port, '--host', hostname]
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const answers = () =>
    fetch(url + path).then(
      async (response) => (await response.arrayBuffer()) && response.ok,
      () => false,
    )
  while (child.exitCode === null && !(await answers()))
    await new Promise((resolve) => setTimeout(resolve, 50))
  if (child.exitCode !== null) throw new Error(`json-server ended with ${child.exitCode} before it answered`)
  return { url, process: child, stop: (signal) => stop(child, signal) }
}

/** Resident memory of a server in MB. Requires Linux. */
export const residentMb = ({ process }: Served): number => memoryMb(process, 'VmRSS')

/**
 * Begins to measure how much memory a process takes at most. Requires Linux.
 * @returns a function that gives the most since then, in MB, as long as the process runs
 */
export function peakMb(child: ChildProcess): () => number {
  writeFileSync(`/proc/${child.pid}/clear_refs`, RESET_PEAK)
  return () => memoryMb(child, 'VmHWM')
}

const RESET_PEAK = '5'

function memoryMb({ pid }: ChildProcess, field: 'VmRSS' | 'VmHWM'): number {
  const [, kb] = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kb) / 1000
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
