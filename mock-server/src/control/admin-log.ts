import { BODY } from '../contract/constants.ts'
import type { AdminCall } from '../contract/schemas/operator.ts'
import { endpoints } from '../contract/table/endpoints.ts'
import { fillPath } from '../contract/table/path.ts'
import type { Call } from '../engine/calls/call.ts'
import { isNestedTooDeeply } from '../engine/calls/nesting.ts'
import type { CallLog } from '../engine/context.ts'
import { type AdminCallStore, latestOf } from '../engine/operator-store.ts'
import { instantOf } from '../rules/time/instant.ts'

/** How many calls memory keeps. */
const MAX_IN_MEMORY = 1000

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
  }
}

/** Longer bodies are not recorded. */
const MAX_BODY_LENGTH = 2000

/** Records the admin calls that may change something: before they run, and their status after it. */
export class AdminLog implements CallLog {
  readonly #store: AdminCallStore
  readonly #systemNow: () => number
  /** Tells calls of the same millisecond, and of several processes, apart. */
  readonly #process = Math.random().toString(36).slice(2, 8)
  #count = 0

  /** @param systemNow the real time in milliseconds */
  constructor(store: AdminCallStore, systemNow: () => number) {
    this.#store = store
    this.#systemNow = systemNow
  }

  async begin(call: Call, adminKey: string | null): Promise<(status: number) => Promise<void>> {
    const at = instantOf(this.#systemNow())
    this.#count = (this.#count + 1) % 1_000_000
    const id = `${at.replace(/\D/g, '')}-${String(this.#count).padStart(6, '0')}-${this.#process}`
    const { method, path } = endpoints[call.name]
    await this.#store.add({
      id,
      at,
      method,
      path: fillPath(path, call.params),
      body: bodyOf(call, adminKey),
      from: call.address ?? null,
      status: null,
    })
    return (status) => this.#store.finish(id, status)
  }

  latest(before: string | undefined, limit: number): Promise<AdminCall[]> {
    return this.#store.latest(before, limit)
  }
}

function bodyOf({ name, body }: Call, adminKey: string | null): unknown {
  // The document of a world has secrets, and content of players.
  if (endpoints[name].maxBodyBytes > BODY.maxBytes) return null
  if (isNestedTooDeeply(body)) return '(nested too deeply)'
  const text = JSON.stringify(body) ?? ''
  if (text === '' || text === '{}' || text.length > MAX_BODY_LENGTH) return null
  if (adminKey !== null && text.includes(adminKey)) return null
  return body
}
