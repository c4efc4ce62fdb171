import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { installedProxies, PROXY_NAMES, startProxy } from './reverse-proxies.fixture.ts'

/* The proxies of mock-server/deploy while no server answers. `cli/src/on-postgres/reverse-proxies.test.ts` has two that do. */

const installed = installedProxies()

for (const name of PROXY_NAMES.filter((each) => !installed.includes(each)))
  test.skip(`behind ${name}, which this machine does not have`, () => {})

/** A port that nobody else can take, where every connection is closed. */
async function deadPort(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => {}).destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

test.skipIf(installed.length === 0).each(installed)(
  'behind %s, a client gets the error of the API while no server answers',
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'inkling-down-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const proxy = await startProxy(name, { folder, servers: [await deadPort(), await deadPort()] })
    onTestFinished(() => proxy.stop())
    // Until its checks have failed, a proxy may try a server.
    await vi.waitFor(
      async () => {
        const response = await fetch(`http://127.0.0.1:${proxy.port}/api/game/today`)
        const { headers } = response
        expect([response.status, headers.get('content-type'), await response.json()]).toEqual([
          503,
          'application/json',
          { error: { code: 'UNAVAILABLE', message: expect.stringMatching(/does not answer/) } },
        ])
        expect([headers.get('retry-after'), headers.get('access-control-allow-origin')]).toEqual(['5', '*'])
      },
      { timeout: 60_000, interval: 200 },
    )
  },
)
