import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { httpWire, type WireReply } from './wire.ts'

afterEach(() => vi.unstubAllEnvs())

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

test('a load on another machine goes through the proxy of the environment', async () => {
  const port = await listen(createServer(({ url }, response) => response.end(`called ${url}`)))
  const tunnels: string[] = []
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    tunnels.push(url)
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    const tunnel = connect(port, '127.0.0.1')
    tunnel.pipe(socket).pipe(tunnel)
    for (const end of [tunnel, socket]) end.on('error', () => {})
  })
  vi.stubEnv('http_proxy', `http://127.0.0.1:${await listen(proxy)}`)
  vi.stubEnv('no_proxy', '')
  const wire = httpWire('http://game.invalid/base', 2, 10_000)
  onTestFinished(() => wire.close())
  const reply = await new Promise<WireReply>((resolve) =>
    wire.send({ method: 'GET', path: '/api/today', token: null }, resolve),
  )
  expect(reply).toEqual({ status: 200, text: 'called /base/api/today', code: '' })
  expect(tunnels).toEqual(['game.invalid:80'])
})
