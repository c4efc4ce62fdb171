import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
