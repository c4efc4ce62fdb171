import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupError } from '../platform/startup-error.ts'
import { Workers } from './workers.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-workers-'))
})
afterEach(() => {
  // A process has only one Workers, which never removes its listeners.
  cluster.removeAllListeners()
  return rm(folder, { recursive: true, force: true })
})

async function program(text: string): Promise<void> {
  const exec = join(folder, 'worker.mjs')
  await writeFile(exec, text)
  // Unlike setupPrimary, this leaves the choice of the scheduling policy to Workers.
  Object.assign(cluster.settings, { exec, args: [], silent: true })
}

test('gives up on workers that exit soon after starting', async () => {
  await program('process.exit(7)')
  const said: string[] = []
  const workers = new Workers({ count: 5, env: {}, say: (sentence) => said.push(sentence) })
  await expect(workers.failed).rejects.toThrow(StartupError)
  await expect(workers.listening()).rejects.toThrow('5 workers in a row exited soon after starting')
  expect(said[0]).toMatch(
    /^Worker \d+ exited with code 7\. A replacement starts in 0\.(?:1[2-9]|2[0-5])\d* s\.$/,
  )
  await workers.stop({ now: true, withinMs: 15_000 })
})

test('a worker that does not stop is killed', async () => {
  await program(`import { createServer } from 'node:http'
    process.on('SIGTERM', () => {})
    createServer().listen(Number(process.env.PORT), '127.0.0.1')`)
  const workers = new Workers({ count: 2, env: { PORT: '0' }, say: () => {} })
  await workers.listening()
  await workers.stop({ now: false, withinMs: 100 })
  expect(Object.values(cluster.workers ?? {}).filter((worker) => !worker?.isDead())).toEqual([])
})

test('connections are spread evenly over the workers', async () => {
  await program(`import { createServer } from 'node:http'
    createServer((_, response) => response.end(String(process.pid))).listen(Number(process.env.PORT), '127.0.0.1')`)
  const workers = new Workers({ count: 4, env: { PORT: '0' }, say: () => {} })
  const listening = once(cluster, 'listening') as Promise<[Worker, { port: number }]>
  await workers.listening()
  const [, { port }] = await listening
  const calls = new Map<string, number>()
  for (let at = 0; at < 40; at++) {
    const response = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })
    const worker = await response.text()
    calls.set(worker, (calls.get(worker) ?? 0) + 1)
  }
  expect([...calls.values()]).toEqual([10, 10, 10, 10])
  await workers.stop({ now: true, withinMs: 0 })
})

test('a worker that ends gives back the connections that it was sent meanwhile', async () => {
  const source = await readFile(new URL('last-connections.ts', import.meta.url), 'utf8')
  const { code } = await transform(source, { loader: 'ts' })
  await writeFile(join(folder, 'last-connections.mjs'), code)
  // It receives no connection while it pauses.
  await program(`import { createServer } from 'node:http'
    import { lastConnections } from './last-connections.mjs'
    const server = createServer((_, response) => response.end('answered')).listen(Number(process.env.PORT), '127.0.0.1')
    process.on('message', (message) => {
      if (message !== 'pause') return
      process.send('paused')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
      server.close(() => lastConnections().then(() => process.exit()))
    })`)
  const workers = new Workers({ count: 2, env: { PORT: '0' }, say: () => {} })
  const listening = once(cluster, 'listening') as Promise<[Worker, { port: number }]>
  await workers.listening()
  const [pausing, { port }] = await listening
  const paused = once(pausing, 'message')
  pausing.send('pause')
  await paused
  const calls = Array.from({ length: 4 }, () =>
    fetch(`http://127.0.0.1:${port}`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(15_000),
    }),
  )
  const texts = await Promise.all(calls.map(async (call) => (await call).text()))
  expect(texts).toEqual(Array.from(calls, () => 'answered'))
  await workers.stop({ now: true, withinMs: 0 })
})
