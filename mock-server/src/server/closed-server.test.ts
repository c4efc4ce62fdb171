import { once } from 'node:events'
import { request } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { startServer } from './main.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Starts a server, calls it and closes it. */
async function used(): Promise<WeakRef<object>> {
  const server = await startServer({ port: 0, data: null, limitLoopback: true })
  for (const path of ['/api/extensions', '/metrics', '/readyz']) {
    const calling = request(server.url + path, { agent: false }).end()
    const [response] = await once(calling, 'response')
    await response.toArray()
  }
  await server.close()
  return new WeakRef(server.engine)
}

test('a server that was closed leaves nothing in memory', async () => {
  const servers: WeakRef<object>[] = []
  for (let at = 0; at < 10; at++) servers.push(await used())
  const left = () => {
    collectGarbage()
    return servers.filter((server) => server.deref()).length
  }
  // The latest one may still be in use by this test.
  await expect.poll(left, { interval: 200 }).toBeLessThanOrEqual(1)
})
