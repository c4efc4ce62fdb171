import cluster from 'node:cluster'
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
afterEach(() => rm(folder, { recursive: true, force: true }))

async function program(text: string): Promise<void> {
  const exec = join(folder, 'worker.mjs')
  await writeFile(exec, text)
  cluster.setupPrimary({ exec, args: [], silent: true })
}

test('gives up on workers that exit soon after starting', async () => {
  await program('process.exit(7)')
  const said: string[] = []
  const workers = new Workers({ count: 5, env: {}, say: (sentence) => said.push(sentence) })
  await expect(workers.failed).rejects.toThrow(StartupError)
  await expect(workers.listening()).rejects.toThrow('5 workers in a row exited soon after starting')
  expect(said[0]).toMatch(/^Worker \d+ exited with code 7\. A replacement starts in 0\.25 s\.$/)
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
