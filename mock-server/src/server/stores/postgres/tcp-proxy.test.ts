import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { TcpProxy } from './tcp-proxy.fixture.ts'

test('a network that is fast again does not let later messages overtake earlier ones', async () => {
  let received = ''
  const server = createServer((socket) => {
    socket.on('data', (message) => {
      received += message
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const proxy = await TcpProxy.listen((server.address() as AddressInfo).port)
  onTestFinished(() => proxy.close())
  const client = connect(proxy.port, '127.0.0.1')
  await once(client, 'connect')
  proxy.delayMs = 100
  const sentAt = performance.now()
  client.write('first ')
  await vi.waitFor(() => expect(performance.now() - proxy.quietMs).toBeGreaterThan(sentAt), 15_000)
  proxy.delayMs = 0
  client.write('second')
  await vi.waitFor(() => expect(received).toBe('first second'), 15_000)
})
