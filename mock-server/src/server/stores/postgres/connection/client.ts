import pg from 'pg'
import { withTlsMode } from './tls-mode.ts'

/** Long enough for a slow network, and short enough to try again while a call waits. */
const CONNECT_MS = 2000

type Connected = (error: Error | null) => void

/** A class of clients of one database, for `pg.Pool`. @throws {Error} for an unknown sslmode. */
export function clientsOf(given: string): new (config: pg.ClientConfig) => pg.Client {
  const url = withTlsMode(given)
  return class UrlClient extends pg.Client {
    readonly #unreadable: Error | null

    constructor(config: pg.ClientConfig) {
      const unreadable = whyUnreadable(url)
      super({
        ...config,
        ...(!unreadable && { connectionString: url }),
        connectionTimeoutMillis: CONNECT_MS,
      })
      this.#unreadable = unreadable
    }

    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connecting = this.#unreadable ? Promise.reject(this.#unreadable) : super.connect()
      if (!callback) return connecting
      connecting.then(() => callback(null), callback)
      return undefined
    }
  }
}

/**
 * Why the client library cannot read a URL, for example because a certificate that it names is missing. Creating a
 * client would throw this, and a pool expects errors only from `connect`: it may create a client when nobody waits.
 */
function whyUnreadable(url: string): Error | null {
  try {
    new pg.Client({ connectionString: url })
    return null
  } catch (error) {
    return error as Error
  }
}

/** Opens a connection. */
export async function connectTo(url: string, config: pg.ClientConfig): Promise<pg.Client> {
  const client = new (clientsOf(url))(config)
  client.on('error', () => {})
  try {
    return await client.connect()
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}
