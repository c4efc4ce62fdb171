import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

/** A masked ping without payload. */
const PING = Buffer.from([0x89, 0x80, 0, 0, 0, 0])
const OPCODE = 0x0f
const TEXT = 1
const PONG = 10
/** All listeners share one buffer: one per message would cause garbage collections during the measurement. */
const READ = Buffer.alloc(64 * 1024)
const NOTHING = Buffer.alloc(0)

/**
 * A WebSocket that only counts messages. A client library spends as much time per message as the server, so a thousand
 * of them would dominate the measurement.
 */
export interface Listener {
  /** Called for every message. */
  onMessage: () => void
  close: () => void
}

/** Resolves when the server has answered a ping: it then delivers every later message. */
export function listen(address: string): Promise<Listener> {
  const { hostname, port, pathname, search, host } = new URL(address)
  return new Promise((resolve, reject) => {
    const listener: Listener = { onMessage: () => {}, close: () => socket.destroy() }
    const onFrame = framesOf((opcode) => {
      if (opcode === TEXT) listener.onMessage()
      else if (opcode === PONG) resolve(listener)
    })
    const onHead = headOf((status) => {
      if (status !== 'HTTP/1.1 101 Switching Protocols') reject(new Error(`Answered ${status}`))
      onChunk = onFrame
      socket.write(PING)
    })
    let onChunk = onHead
    const callback = (length: number, buffer: Uint8Array) => {
      onChunk(buffer.subarray(0, length))
      return true
    }
    const socket = connect({ host: hostname, port: Number(port), onread: { buffer: READ, callback } })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`${address} closed the connection before it answered a ping`)))
    socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    )
  })
}

/** Passes on the status line when the response head is complete. The server must wait for a ping before it sends more. */
function headOf(done: (status: string) => void): (chunk: Uint8Array) => void {
  let head = ''
  return (chunk) => {
    head += Buffer.from(chunk).toString('latin1')
    if (head.endsWith('\r\n\r\n')) done(head.slice(0, head.indexOf('\r\n')))
  }
}

/** Passes on the opcode of each complete frame. Frames must be shorter than 64 kB. */
function framesOf(onOpcode: (opcode: number) => void): (chunk: Uint8Array) => void {
  let rest: Uint8Array = NOTHING
  return (chunk) => {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const length = frameLength(bytes)
      if (length > bytes.length) break
      onOpcode((bytes[0] ?? 0) & OPCODE)
      bytes = bytes.subarray(length)
    }
    rest = bytes.length === 0 ? NOTHING : Uint8Array.from(bytes)
  }
}

function frameLength(bytes: Uint8Array): number {
  if (bytes.length < 2) return Number.POSITIVE_INFINITY
  const short = bytes[1] ?? 0
  if (short < 126) return 2 + short
  return bytes.length < 4 ? Number.POSITIVE_INFINITY : 4 + (((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0))
}
