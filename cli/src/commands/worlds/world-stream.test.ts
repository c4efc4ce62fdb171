import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PRODUCT } from '@inkling/mock-server/contract/constants'
import { expect, onTestFinished, test } from 'vitest'
import { listening } from '../../local-server.fixture.ts'
import { readSettings } from '../../settings/settings.ts'
import { sendWorld } from './world-stream.ts'

const MB = 1024 ** 2
const SIZE = 192 * MB

test('a world of any size is sent without being held', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-sent-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'world.ndjson')
  await writeFile(file, '')
  await truncate(file, SIZE)

  let taken = 0
  let held = 0
  // Other tests of this process may have left some.
  const before = process.memoryUsage().arrayBuffers
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.method !== 'PUT') return void response.end(JSON.stringify({ product: PRODUCT }))
    for await (const piece of request) {
      taken += (piece as Buffer).length
      held = Math.max(held, process.memoryUsage().arrayBuffers - before)
    }
    response.end('{}')
  })
  onTestFinished(() => void server.close())
  const target = await listening(server)
  const settings = readSettings({ target, adminKey: 'k', yes: true }, { XDG_CONFIG_HOME: folder }, folder)

  await sendWorld(settings, file)
  expect(taken).toBe(SIZE)
  expect(held).toBeLessThan(128 * MB)
})
