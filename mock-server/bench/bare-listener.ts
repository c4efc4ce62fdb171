import { randomBytes } from 'node:crypto'
import { get } from 'node:http'
import type { Socket } from 'node:net'

const TEXT = 0x81
const PONG = 0x8a
/** Of a client: masked, with a mask that changes nothing. */
const PING = Buffer.from([0x89, 0x80, 0, 0, 0, 0])

/** Hears a WebSocket's messages without looking into them: a thousand of these take less time than the server that is measured. */
export class BareListener {
  onMessage = () => {}
  #onPong = () => {}
  readonly #socket: Socket
  /** The beginning of a frame whose end has not come yet. */
  #rest: Buffer = Buffer.alloc(0)

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes: Buffer) => this.#hear(bytes))
    socket.on('error', () => socket.destroy())
  }

  /** Whoever has answered a ping has admitted the listener, who hears all that follows. */
  static async open(address: string): Promise<BareListener> {
    const listener = await new Promise<BareListener>((resolve, reject) => {
      const request = get(address, {
        agent: false,
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': randomBytes(16).toString('base64'),
        },
      })
      request.on('upgrade', (_, socket) => resolve(new BareListener(socket as Socket)))
      request.on('response', ({ statusCode }) => reject(new Error(`${address} answered ${statusCode}`)))
      request.on('error', reject)
    })
    await new Promise<void>((resolve) => {
      listener.#onPong = resolve
      listener.#socket.write(PING)
    })
    return listener
  }

  terminate(): void {
    this.#socket.destroy()
  }

  #hear(bytes: Buffer): void {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes
    let at = 0
    for (;;) {
      const end = endOfFrame(all, at)
      if (end === null) break
      if (all[at] === TEXT) this.onMessage()
      else if (all[at] === PONG) this.#onPong()
      else throw new Error(`A frame of an unexpected kind: 0x${all[at]?.toString(16)}`)
      at = end
    }
    this.#rest = all.subarray(at)
  }
}

/** Null when it has not come yet. */
function endOfFrame(bytes: Buffer, at: number): number | null {
  if (bytes.length < at + 4) return bytes.length >= at + 2 && bytes[at + 1] === 0 ? at + 2 : null
  const short = bytes[at + 1] as number
  const end = short < 126 ? at + 2 + short : at + 4 + bytes.readUInt16BE(at + 2)
  return end <= bytes.length ? end : null
}
