import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { backoffMs } from '../../../core/contract/backoff.ts'
import { connectTo } from './connection/client.ts'
import { Sockets } from './connection/sockets.ts'

/** A JSON object that one process sends to the others, smaller than a payload. */
type Item = object

export interface MessageOptions {
  /** What the other processes can read about this one: up to 38 ASCII characters. */
  readonly label: string
  /** Called for each item of another process, in the order in which that process sent them. */
  readonly onItem: (item: Item) => void
  /**
   * Called after a reconnect: items that others sent in the meantime are lost.
   * @param hasLost whether items of this process may be lost too.
   */
  readonly onMissed: (hasLost: boolean) => void
  readonly onProblem: (problem: unknown) => void
}

/** PostgreSQL accepts payloads of less than 8,000 bytes. */
const MAX_BYTES = 7999
/** Maximum length of the queue while the database is unreachable. The oldest items are dropped. */
const MAX_QUEUED = 10_000
const RECONNECT = { first: 50, max: 5000 }

/** Named, so that PostgreSQL plans it once. */
const NOTIFY = {
  name: 'inkling_notify',
  text: 'select pg_notify($1, payload) from unnest($2::text[]) as p (payload)',
}

const SETTINGS = { query_timeout: 5000, keepAlive: true } satisfies pg.ClientConfig

/**
 * Messages between the processes on one database, by LISTEN and NOTIFY on a dedicated connection. The connection must be
 * direct, because pools in transaction mode do not support LISTEN.
 */
export class ProcessMessages {
  /** Identifies this process to the others. */
  readonly id = randomUUID()
  readonly #url: string
  readonly #sockets = new Sockets()
  readonly #options: MessageOptions
  #client: pg.Client | null = null
  #labels: readonly string[] = []
  #waiting: Item[] = []
  /** The number of items so far. PostgreSQL delivers equal payloads of one statement only once, so each has a number. */
  #count = 0
  /** Whether items were dropped, or the latest ones were not acknowledged by the database. */
  #hasLost = false
  /** The latest statement. Statements run one after the other. */
  #last: Promise<unknown> = Promise.resolve()
  #isClosed = false

  private constructor(url: string, options: MessageOptions) {
    this.#url = url
    this.#options = options
  }

  /** @throws if the database cannot be reached. */
  static async open(url: string, options: MessageOptions): Promise<ProcessMessages> {
    const messages = new ProcessMessages(url, options)
    await messages.#connect()
    return messages
  }

  /** Number of listening processes when their labels were last read, including this one. */
  get processes(): number {
    return Math.max(1, this.#labels.length)
  }

  /** Sends an item, together with others that wait for an earlier statement. */
  send(item: Item): void {
    if (this.#isClosed) return
    this.#waiting.push(item)
    if (this.#waiting.length > MAX_QUEUED) {
      this.#waiting.shift()
      this.#hasLost = true
    }
    if (this.#waiting.length === 1) void this.flush()
  }

  /** Resolves when all queued items have been sent. Without a connection they stay in the queue. */
  flush(): Promise<void> {
    return this.#enqueue(async (client) => {
      const items = this.#waiting
      if (items.length === 0) return
      this.#waiting = []
      const payloads: string[] = []
      for (const item of items) {
        const payload = JSON.stringify({ from: this.id, part: ++this.#count, items: [item] })
        if (Buffer.byteLength(payload) <= MAX_BYTES) payloads.push(payload)
        else this.#options.onProblem(new Error(`Too large for other processes: ${payload}`))
      }
      this.#hasLost = true
      await client.query({ ...NOTIFY, values: [this.#channel, payloads] })
      this.#hasLost = false
    })
  }

  /**
   * Reads the labels of the listening processes, including this one. Call it now and then: it also detects a connection that
   * broke silently, and then returns those that it has read before.
   */
  async readLabels(): Promise<readonly string[]> {
    await this.#enqueue(async (client) => {
      this.#labels = await labelsOn(client, this.#channel)
    })
    return this.#labels
  }

  /** Sends all queued items if the database responds soon, then closes. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#sockets.destroySoon()
    await this.flush()
    const client = this.#client
    this.#client = null
    await client?.end()
  }

  #channel = ''

  async #connect(): Promise<void> {
    const client = await connectTo(this.#url, { ...SETTINGS, stream: this.#sockets.create })
    try {
      this.#channel = await channelOf(client)
      client.on('notification', ({ payload = '' }) => this.#receive(payload))
      await client.query(`listen ${this.#channel}`)
      // Connections with this name are counted, and their labels read.
      const name = `${this.#channel} ${this.#options.label}`
      await client.query(`select set_config('application_name', $1, false)`, [name])
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    this.#client = client
    client.once('end', () => this.#onLost(client))
    await this.readLabels()
  }

  #receive(payload: string): void {
    try {
      const { from, items } = JSON.parse(payload) as { from: string; items: Item[] }
      if (from === this.id) return
      for (const item of items) this.#options.onItem(item)
    } catch (problem) {
      this.#options.onProblem(problem)
    }
  }

  /** Runs statements after earlier ones. Does nothing without a connection; an error closes the connection. */
  #enqueue(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const next = this.#last.then(async () => {
      const client = this.#client
      if (!client) return
      await work(client).catch((problem) => {
        this.#options.onProblem(problem)
        this.#onLost(client)
      })
    })
    this.#last = next
    return next
  }

  #onLost(client: pg.Client): void {
    if (this.#isClosed || this.#client !== client) return
    this.#client = null
    void client.end().catch(() => {})
    void this.#reconnect()
  }

  async #reconnect(): Promise<void> {
    for (let failures = 1; !this.#isClosed; failures++) {
      try {
        await this.#connect()
        if (this.#isClosed) return await (this.#client as pg.Client | null)?.end()
        this.#options.onMissed(this.#hasLost)
        return await this.flush()
      } catch (problem) {
        if (!this.#isClosed) this.#options.onProblem(problem)
      }
      await pause(backoffMs(failures, RECONNECT), undefined, { ref: false })
    }
  }
}

/** Derived from the schema of the connection: each schema has its own channel, as it has its own tables. */
async function channelOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>('select current_schema()::text as schema')
  const hash = createHash('sha256').update(`${rows[0]?.schema}`).digest('hex').slice(0, 16)
  return `inkling_${hash}`
}

async function labelsOn(client: pg.Client, channel: string): Promise<string[]> {
  const { rows } = await client.query<{ label: string }>(
    `select substr(application_name, length($1) + 2) as label from pg_stat_activity
     where datname = current_database() and starts_with(application_name, $1)`,
    [channel],
  )
  return rows.map(({ label }) => label)
}

/** The number of processes that serve from the database of a connection, on any machine. */
export const countServers = async (client: pg.Client): Promise<number> =>
  (await labelsOn(client, await channelOf(client))).length
