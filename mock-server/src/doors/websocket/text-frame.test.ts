import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { textFrame } from './text-frame.ts'

it('arrives as text at any length, also in one write with others', async () => {
  const texts = ['{}', 'a'.repeat(125), 'a'.repeat(126), 'ünï ✏️'.repeat(40), 'a'.repeat(65_535)]
  const server = new WebSocketServer({ port: 0 })
  server.on('connection', (_, { socket }) => socket.write(Buffer.concat(texts.map(textFrame))))
  const listener = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  try {
    const heard: [text: string, isBinary: boolean][] = []
    await new Promise<void>((resolve, reject) => {
      listener.on('message', (data, isBinary) => {
        heard.push([String(data), isBinary])
        if (heard.length === texts.length) resolve()
      })
      listener.on('error', reject)
    })
    expect(heard).toEqual(texts.map((text) => [text, false]))
  } finally {
    listener.terminate()
    server.close()
    await once(server, 'close')
  }
})

it('is refused when it is too long', () => {
  expect(() => textFrame('a'.repeat(65_536))).toThrow('65536 bytes is too long')
})
