import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { httpTarget } from './http-target.ts'

test('a server without WebSockets refuses a listener with its status', async () => {
  const server = createServer((_, response) => response.writeHead(404).end('{}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const target = await httpTarget({ baseUrl: `http://127.0.0.1:${port}`, fetch })
  const listening = await target.listen?.('game', 'token')
  expect(listening?.isOpen).toBe(false)
  expect(await listening?.next(AbortSignal.timeout(15_000))).toEqual({
    closed: 404,
    reason: 'the WebSocket is refused',
  })
  listening?.close()
})
