import pg from 'pg'
import { ConnectionLost } from './database-error.ts'
import { withTlsMode } from './tls-mode.ts'

/** Long enough for a slow network, and short enough to try the next host while a call waits. */
const CONNECT_MS = 2000

/** Values of target_session_attrs that allow writes. */
const WRITABLE: ReadonlySet<string | null> = new Set([null, 'any', 'read-write', 'primary'])

/** The hosts of one database, as in `postgres://user@host1:5432,host2:5433/name`. A failover makes another one primary. */
export class Hosts {
  /** One URL per host. */
  readonly urls: readonly [string, ...string[]]
  #at = 0

  /** @throws {Error} if the URL asks for a read-only host or an unknown sslmode. */
  constructor(given: string) {
    const url = withTlsMode(given)
    const [, start = '', hosts = '', rest = ''] = /^([^/]*\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
    const wanted = new URLSearchParams(rest.split('?')[1]).get('target_session_attrs')
    if (!WRITABLE.has(wanted)) throw new Error(`target_session_attrs=${wanted} selects a read-only database`)
    const [first = '', ...others] = hosts.split(',')
    // The client library ignores target_session_attrs.
    this.urls = [`${start}${first}${rest}`, ...others.map((host) => `${start}${host}${rest}`)]
  }

  /** The host of the latest connection, or the next one to try. */
  get current(): string {
    return this.urls[this.#at] ?? this.urls[0]
  }

  /** Switches to the next host, unless another connection already has. */
  failed(url: string): void {
    if (url === this.current) this.#at = (this.#at + 1) % this.urls.length
  }
}

type Connected = (error: Error | null) => void

/** A client class for `pg.Pool`. Each client tries the current host. If there are several hosts, it rejects one that does not accept writes. */
export function clientsOf(hosts: Hosts): new (config: pg.ClientConfig) => pg.Client {
  return class HostClient extends pg.Client {
    readonly #url = hosts.current
    readonly #unreadable: Error | null

    constructor(config: pg.ClientConfig) {
      const unreadable = whyUnreadable(hosts.current)
      const url = unreadable ? {} : { connectionString: hosts.current }
      super({ ...config, ...url, connectionTimeoutMillis: CONNECT_MS })
      this.#unreadable = unreadable
    }

    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connecting = (this.#unreadable ? Promise.reject(this.#unreadable) : super.connect())
        .then(() => (hosts.urls.length > 1 ? this.#checkWrites() : undefined))
        .catch((error) => {
          hosts.failed(this.#url)
          throw error
        })
      if (!callback) return connecting.then(() => this)
      connecting.then(() => callback(null), callback)
      return undefined
    }

    async #checkWrites(): Promise<void> {
      const { rows } = await this.query({
        text: 'show transaction_read_only',
        ...{ query_timeout: CONNECT_MS },
      })
      if (rows[0]?.transaction_read_only !== 'on') return
      this.end().catch(() => {})
      throw new ConnectionLost(new Error('this host is a read-only standby'))
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

/**
 * Opens a connection to the first host that accepts writes.
 * @throws the error of the last host if none does.
 */
export async function connectTo(hosts: Hosts, config: pg.ClientConfig): Promise<pg.Client> {
  const HostClient = clientsOf(hosts)
  for (let left = hosts.urls.length; ; left--) {
    const client = new HostClient(config)
    client.on('error', () => {})
    try {
      return await client.connect()
    } catch (error) {
      await client.end().catch(() => {})
      if (left <= 1) throw error
    }
  }
}
