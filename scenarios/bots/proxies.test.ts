import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openSocket } from './proxies.ts'

test('a socket whose upgrade a server never answers fails', async () => {
  const server = createServer()
  server.on('upgrade', (_, stream) => stream.on('error', () => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = openSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, 50)
  const [error] = await once(socket, 'error').catch((error) => [error])
  expect(error.message).toBe('Opening handshake has timed out')
  server.closeAllConnections()
  server.close()
})
