import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Socket } from 'node:net'

/** A masked ping, and the answer to it. */
const PING = Buffer.from([0x89, 0x80, 0, 0, 0, 0])
const OPCODE = 0x0f
const TEXT = 1
const PONG = 10

/**
 * A WebSocket that only counts what it hears. A client library takes as long over a message as a server does, and a
 * thousand of them would be what is measured.
 */
export interface Listener {
  /** Called for every message. */
  onMessage: () => void
  close: () => void
}

/** Whoever has answered a ping is admitted, and hears all that follows. */
export function listen(address: string): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const asking = request(address.replace('ws', 'http'), {
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': 13,
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      },
    })
    asking.once('error', reject)
    asking.once('response', ({ statusCode }) =>
      reject(new Error(`Answered ${statusCode} in place of a socket`)),
    )
    asking.once('upgrade', (_, socket: Socket) => {
      const listener: Listener = { onMessage: () => {}, close: () => socket.destroy() }
      socket.on(
        'data',
        framesOf((opcode) => {
          if (opcode === TEXT) listener.onMessage()
          else if (opcode === PONG) resolve(listener)
        }),
      )
      socket.on('error', reject)
      socket.write(PING)
    })
    asking.end()
  })
}

/** Tells the kind of each frame that has come whole, of servers that send none longer than 64 kB. */
function framesOf(hear: (opcode: number) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const length = frameLength(bytes)
      if (length > bytes.length) break
      hear((bytes[0] ?? 0) & OPCODE)
      bytes = bytes.subarray(length)
    }
    rest = bytes
  }
}

function frameLength(bytes: Buffer): number {
  if (bytes.length < 2) return Number.POSITIVE_INFINITY
  const short = bytes[1] ?? 0
  if (short < 126) return 2 + short
  return bytes.length < 4 ? Number.POSITIVE_INFINITY : 4 + bytes.readUInt16BE(2)
}
