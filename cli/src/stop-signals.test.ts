import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@inkling/mock-server/contract/client/client'
import { expect, onTestFinished, test } from 'vitest'
import { start } from './binary.fixture.ts'

test('a server that receives two signals still stops cleanly', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'inkling-stop-'))
  const server = start(['serve', '--data', 'data', '--port', '0'], { cwd })
  await server.firstLine
  // A supervisor may signal every process of the tree, and the parent may pass its signal on.
  server.process.kill('SIGTERM')
  server.process.kill('SIGTERM')
  const { code, stderr } = await server.ended
  expect(stderr).toContain('Stopped by SIGTERM.')
  expect(code).toBe(0)
  await rm(cwd, { recursive: true, force: true })
})

/** Stops an in-memory server that saves its world in a file, and returns the file's users. */
async function saved(stop: (process: ChildProcess) => void): Promise<unknown> {
  const cwd = await mkdtemp(join(tmpdir(), 'inkling-stop-'))
  onTestFinished(() => rm(cwd, { recursive: true, force: true }))
  const words = ['serve', '--memory', '--world', 'world.json', '--save-on-exit', '--port', '0']
  const server = start(words, { cwd })
  const baseUrl = (await server.firstLine).split(' ').at(-1) ?? ''
  await createClient({ baseUrl, fetch }).signInDevice({ body: { deviceId: 'device_of_the_last_moment' } })
  stop(server.process)
  const { code, stderr } = await server.ended
  expect(code, stderr).toBe(0)
  return JSON.stringify(await readFile(join(cwd, 'world.json'), 'utf8'))
}

test('the end of the terminal saves the world', async () => {
  expect(await saved((server) => void server.kill('SIGHUP'))).toMatch(/Player\d{4}/)
})

test.each([5, 15, 20, 25])(
  'two Ctrl-C within %d ms are one, because task runners pass theirs on',
  async (ms) => {
    const twice = (server: ChildProcess) => {
      server.kill('SIGINT')
      // Not a timer: on a busy machine, it may end after the second within which two are one.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
      server.kill('SIGINT')
    }
    expect(await saved(twice)).toMatch(/Player\d{4}/)
  },
)
