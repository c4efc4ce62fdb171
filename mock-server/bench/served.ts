import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** A server in a separate process, so that it does not share the event loop with the load generator. */
export interface Served {
  readonly url: string
  readonly process: ChildProcess
  /** Milliseconds from spawning the process to the first response. */
  readonly startMs: number
  stop(): Promise<void>
}

/** Starts a script whose first line on standard output ends with its URL. */
export async function serve(script: string, args: readonly string[] = [], answersAt = '/'): Promise<Served> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    // Not in production, where rate limits apply to calls from this machine too.
    env: { ...process.env, NODE_ENV: '' },
  })
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${script} ended with ${code} before it served anything`)
    }),
  ])
  const url = String(line).split(' ').at(-1) ?? ''
  await (await fetch(url + answersAt)).arrayBuffer()
  return {
    url,
    process: child,
    startMs: performance.now() - startedAt,
    stop: () => stop(child),
  }
}

/** Starts the reference server with {@link ADMIN_KEY} as its admin key. */
export const serveInkling = async (...args: string[]): Promise<Served> => {
  const { NODE_ENV, ...env } = process.env
  process.env = { ...env, ADMIN_KEY: ADMIN_KEY }
  return serve(`${root}cli/bin/inkling.mjs`, ['serve', '--port', '0', ...args], '/healthz')
}

export const ADMIN_KEY = 'the key of a benchmark'

/** Resident memory of a process in MB. */
export function residentMb({ process: { pid } }: Served): number {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kb) / 1000
}

/** Starts another server, which must listen on the given port. */
export async function servePeer(
  script: string,
  args: (port: number) => readonly string[],
  answersAt: string,
): Promise<Served> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [script, ...args(port)], { cwd: root, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  while (child.exitCode === null && !(await answers(url + answersAt))) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  if (child.exitCode !== null)
    throw new Error(`${script} ended with ${child.exitCode} before it served anything`)
  return { url, process: child, startMs: performance.now() - startedAt, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
