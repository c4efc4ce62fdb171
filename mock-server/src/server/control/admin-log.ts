import type { AdminCall } from '../../core/contract/schemas/operator.ts'
import type { KeyName } from '../../core/contract/table/endpoint.ts'
import { endpoints } from '../../core/contract/table/endpoints.ts'
import { HEADER } from '../../core/contract/table/headers.ts'
import { fillPath } from '../../core/contract/table/path.ts'
import { instantOf } from '../../core/rules/time/instant.ts'
import type { Call } from '../../engine/calls/call.ts'
import { isNestedTooDeeply } from '../../engine/calls/nesting.ts'
import { adminNameIn } from '../../engine/calls/tokens.ts'
import type { CallLog } from '../../engine/context.ts'
import { type AdminCallStore, callWithout, latestOf } from '../../engine/operator-store.ts'

/** How many calls memory keeps. */
const MAX_IN_MEMORY = 10_000

/** Forgets them with the process. */
export function memoryCalls(): AdminCallStore {
  const calls: AdminCall[] = []
  return {
    async add(call) {
      calls.push(call)
      if (calls.length > MAX_IN_MEMORY) calls.shift()
    },
    async finish(id, status) {
      const at = calls.findLastIndex((call) => call.id === id)
      const call = calls[at]
      if (call) calls[at] = { ...call, status }
    },
    latest: async (before, limit) => latestOf(calls, before, limit),
    async forget(texts) {
      for (const [at, call] of calls.entries()) calls[at] = callWithout(call, texts)
    },
  }
}

/** Longer bodies and paths are listed shortened. */
const MAX_LENGTH = 2000
const HOUR_MS = 3_600_000
/** More reads than this in an hour are listed each, which takes more space and tells more. */
const MAX_KNOWN_READS = 10_000

/** Lists the calls with the admin key or the moderator key: changes before they run, and reads once in an hour. */
export class AdminLog implements CallLog {
  readonly #store: AdminCallStore
  readonly #systemNow: () => number
  /** Tells calls of the same millisecond, and of several processes, apart. */
  readonly #process = Math.random().toString(36).slice(2, 8)
  #count = 0
  /** The reads that are listed in the current hour. */
  readonly #reads = new Set<string>()
  #hour = 0

  /** @param systemNow the real time in milliseconds */
  constructor(store: AdminCallStore, systemNow: () => number) {
    this.#store = store
    this.#systemNow = systemNow
  }

  async begin(call: Call, key: KeyName): Promise<(status: number) => Promise<void>> {
    const entry = this.#entryOf(call, key)
    await this.#store.add(entry)
    return (status) => this.#store.finish(entry.id, status)
  }

  async addFirst(call: Call, key: KeyName, status: number): Promise<void> {
    if (endpoints[call.name].listed === 'hourly' && !this.#isFirst(call, key, status)) return
    await this.#store.add({ ...this.#entryOf(call, key), status })
  }

  latest(before: string | undefined, limit: number): Promise<AdminCall[]> {
    return this.#store.latest(before, limit)
  }

  forget(texts: readonly string[]): Promise<void> {
    return this.#store.forget(texts)
  }

  #isFirst(call: Call, key: KeyName, status: number): boolean {
    const hour = Math.floor(this.#systemNow() / HOUR_MS)
    if (hour !== this.#hour || this.#reads.size >= MAX_KNOWN_READS) this.#reads.clear()
    this.#hour = hour
    const read = JSON.stringify([
      call.name,
      call.params,
      key,
      adminNameIn(call.headers),
      call.address,
      status,
    ])
    const isFirst = !this.#reads.has(read)
    this.#reads.add(read)
    return isFirst
  }

  #entryOf(call: Call, key: KeyName): AdminCall {
    const at = instantOf(this.#systemNow())
    this.#count = (this.#count + 1) % 1_000_000
    const { method, path } = endpoints[call.name]
    const name = adminNameIn(call.headers)
    const query = new URLSearchParams(call.query).toString()
    return {
      id: `${at.replace(/\D/g, '')}-${String(this.#count).padStart(6, '0')}-${this.#process}`,
      key,
      ...(name !== null && { name }),
      at,
      method,
      path: shortened(fillPath(path, call.params) + (query === '' ? '' : `?${query}`)),
      body: bodyOf(call),
      from: call.address ?? null,
      status: null,
    }
  }
}

const shortened = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text

/** The body as it is listed: shortened to a text if it is large or repeats the caller's key. */
function bodyOf({ name, body, headers }: Call): unknown {
  // It has secrets, and content of players.
  if (endpoints[name].kind === 'lines') return endpoints[name].method === 'GET' ? null : '(a world)'
  if (isNestedTooDeeply(body)) return '(nested too deeply)'
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '')
  if (text === '' || text === '{}') return null
  const key = headers[HEADER.adminKey]
  const shown = key ? text.replaceAll(JSON.stringify(key).slice(1, -1), '***') : text
  return shown === text && text.length <= MAX_LENGTH ? body : shortened(shown)
}
