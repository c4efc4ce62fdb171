import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boundedFetch, REPLY_TOO_LARGE } from './bounded-reply.ts'
import { pooledFetch } from './pooled-fetch.ts'

const MEGABYTE = Buffer.alloc(1024 * 1024, ' ')

/** The megabytes sent by call. The last part of its path says how many to send. */
const sent = new Map<string, number>()
const server = createServer(async (request, response) => {
  response.on('error', () => {})
  response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'] })
  const { url: path = '' } = request
  const closed = once(response, 'close')
  for (let part = 1; part <= Number(path.split('=').at(-1)) && !response.destroyed; part++) {
    sent.set(path, part)
    if (!response.write(MEGABYTE)) await Promise.race([once(response, 'drain'), closed])
  }
  response.end()
})
let url: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test.each(['fetch', 'pool'])('a reply of a hostile server is not read beyond 32 MB (%s)', async (kind) => {
  const send = kind === 'fetch' ? boundedFetch(fetch) : pooledFetch(url)
  const size = async (path: string) => (await (await send(url + path)).arrayBuffer()).byteLength
  expect(await size('/api/game/today?mb=31')).toBe(31 * MEGABYTE.length)
  await expect(size('/api/game/today?mb=300')).rejects.toMatchObject({ code: REPLY_TOO_LARGE })
  expect(sent.get('/api/game/today?mb=300')).toBeLessThan(120)
  expect(await size('/control/world?mb=33')).toBe(33 * MEGABYTE.length)
})

test('the pool hands on each cookie', async () => {
  const { headers } = await pooledFetch(url)(`${url}/?mb=0`)
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})
