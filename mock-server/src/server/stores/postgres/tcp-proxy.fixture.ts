import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

interface Cut {
  readonly isAt: (message: Buffer) => boolean
  readonly when: 'before' | 'after'
}

interface Pair {
  readonly client: Socket
  readonly database: Socket
  isSilent: boolean
}

/** A proxy between a server and its database that simulates network failures. */
export class TcpProxy {
  /** The local port of the database. */
  target: number
  isRefusing = false
  /** Delay of each message, in both directions. */
  delayMs = 0
  readonly #server: Server
  readonly #pairs = new Set<Pair>()
  readonly #cuts: Cut[] = []
  /** For each end with delayed messages, when the last one is written. */
  readonly #delayed = new Map<Socket, Promise<void>>()
  #lastMessageAt = performance.now()

  private constructor(target: number) {
    this.target = target
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#pass(client))
  }

  static async listen(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Time since the last message from the server. */
  get quietMs(): number {
    return performance.now() - this.#lastMessageAt
  }

  /** Cuts the connections of the next commits: before the database gets them, or before its answer arrives. */
  cutNextCommits(count: number, when: 'before' | 'after'): void {
    for (let at = 0; at < count; at++) this.#cuts.push({ isAt: isCommit, when })
  }

  /** Cuts the connection of the next statement with this text before its response arrives. */
  cutResponseTo(text: string): void {
    this.#cuts.push({ isAt: (message) => message.includes(text), when: 'after' })
  }

  cutAll(): void {
    for (const { client, database } of this.#pairs) {
      client.destroy()
      database.destroy()
    }
  }

  /** Silently drops every message of the current connections, and does not close them when either end does. */
  silenceAll(): void {
    for (const pair of this.#pairs) pair.isSilent = true
  }

  async close(): Promise<void> {
    this.cutAll()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #pass(client: Socket): void {
    client.on('error', () => {})
    if (this.isRefusing) return void client.resetAndDestroy()
    const database = dial(this.target, '127.0.0.1')
    const pair: Pair = { client, database, isSilent: false }
    this.#pairs.add(pair)
    database.on('error', () => {})
    client.on('data', (message) => {
      this.#lastMessageAt = performance.now()
      const cut = this.#cutOf(message)
      if (cut !== 'before') this.#forward(pair, database, message)
      if (cut === null) return
      // Later responses of the database do not arrive.
      client.destroy()
      if (cut === 'before') database.destroy()
      else database.end()
    })
    database.on('data', (message) => this.#forward(pair, client, message))
    client.on('end', () => {
      if (!pair.isSilent) client.end()
    })
    client.on('close', () => {
      this.#pairs.delete(pair)
      database.end()
    })
    database.on('close', () => {
      if (!pair.isSilent) client.destroy()
    })
  }

  /** Also after the delay has changed, messages arrive in the order in which they were sent. */
  #forward({ isSilent }: Pair, to: Socket, message: Buffer): void {
    const write = () => {
      if (!to.destroyed && to.writable) to.write(message)
    }
    if (isSilent) return
    const earlier = this.#delayed.get(to)
    if (this.delayMs === 0 && !earlier) return void write()
    const written = Promise.all([earlier, pause(this.delayMs)]).then(() => {
      write()
      if (this.#delayed.get(to) === written) this.#delayed.delete(to)
    })
    this.#delayed.set(to, written)
  }

  #cutOf(message: Buffer): Cut['when'] | null {
    const at = this.#cuts.findIndex(({ isAt }) => isAt(message))
    return at < 0 ? null : (this.#cuts.splice(at, 1)[0]?.when ?? null)
  }
}

const isCommit = (message: Buffer): boolean => message.includes('commit\0')
