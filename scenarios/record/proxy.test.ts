import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { startProxy } from './proxy.ts'
import { Recorder } from './recorder.ts'

test('a proxy closes although the server has not answered an upgrade', async () => {
  const server = createServer()
  const upgraded = once(server, 'upgrade') as Promise<[unknown, Socket]>
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const proxy = await startProxy({
    access: { baseUrl, fetch },
    recorder: new Recorder({ folder: 'assets', startedAt: 0, address: baseUrl, world: null }),
    port: 0,
    onCall: () => {},
  })
  const client = new WebSocket(`${proxy.url.replace('http', 'ws')}/api/reactions/ws/game1`)
  const failed = once(client, 'error')
  const [, upstream] = await upgraded
  const upstreamEnded = once(upstream.resume(), 'end')
  await proxy.close()
  expect(await failed).toEqual([expect.any(Error)])
  await upstreamEnded
  upstream.destroy()
})
