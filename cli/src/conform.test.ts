import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inkling, type Started, start } from './binary.fixture.ts'

/* The real binary compares servers with the documented API. */

const stranger = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Anything</h1>')
})
let cwd: string
let server: Started
let url: string
let strangerUrl: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-conform-'))
  server = start(['serve', '--memory', '--port', '0'], { cwd })
  url = (await server.firstLine).split(' ').at(-1) ?? ''
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
})

afterAll(async () => {
  server.process.kill('SIGTERM')
  await server.ended
  stranger.close()
  await rm(cwd, { recursive: true, force: true })
})

test('the reference server conforms to every point over HTTP', async () => {
  const { code, stdout } = await inkling(['conform', '--write', '-o', 'json', '--target', url], { cwd })
  expect(JSON.parse(stdout)).toMatchObject({ broken: 0, untried: 0 })
  expect(code).toBe(0)
})

test('another server does not conform: exit code 5; --read-only sends no changing call', async () => {
  const { code, stdout } = await inkling(['conform', '--target', strangerUrl], { cwd })
  expect(code).toBe(5)
  expect(stdout).toContain('does not conform to the documented API')
  const reading = await inkling(['conform', '--read-only', '--target', strangerUrl], { cwd })
  expect(reading.stdout).toContain('--read-only refuses to send it')
  const writing = await inkling(['conform', '--write', '--target', strangerUrl], { cwd })
  expect(writing.code).toBe(6)
})
