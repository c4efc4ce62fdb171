import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { createClient } from '@inkling/mock-server/contract/client/client'
import { expect, vi } from 'vitest'

interface Kind {
  ok: number
  busy: number
  readonly failed: string[]
}

export interface SteadyCalls {
  /** Calls that a proxy may send twice. */
  readonly read: Kind
  readonly written: Kind
  /** How many calls of the second kind are being answered. */
  writing(): number
  /** Waits until this many more calls have been answered. */
  answered(more: number): Promise<void>
  stop(): Promise<void>
}

/** 40 calls a second. */
const CALL_EVERY_MS = 25
const MAX_PENDING = 40
/** Each may make 600 calls a minute. */
const PLAYERS = 10

/** Calls a server at a steady rate, each fourth time with a POST, whatever becomes of the earlier calls. */
export async function startSteadyCalls(baseUrl: string): Promise<SteadyCalls> {
  const players = await Promise.all(
    Array.from({ length: PLAYERS }, async (_, at) => {
      const deviceId = `device_of_steady_calls_${at}`
      const { token } = await createClient({ baseUrl, fetch }).signInDevice({ body: { deviceId } })
      return { deviceId, token }
    }),
  )
  const read: Kind = { ok: 0, busy: 0, failed: [] }
  const written: Kind = { ok: 0, busy: 0, failed: [] }
  const pending = new Set<Promise<void>>()
  let writing = 0
  const call = async (at: number) => {
    const { deviceId = '', token = '' } = players[at % PLAYERS] ?? {}
    const isWrite = at % 4 === 3
    const kind = isWrite ? written : read
    const client = createClient({
      baseUrl,
      fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(60_000) }),
      token: () => token,
    })
    if (isWrite) writing++
    try {
      await (isWrite ? client.signInDevice({ body: { deviceId } }) : client.getProfile())
      kind.ok++
    } catch (error) {
      // A server has answered that its database is busy, as on a busy machine.
      if (error instanceof ApiError && error.code === 'UNAVAILABLE') kind.busy++
      else kind.failed.push(String((error as Error).cause ?? error))
    } finally {
      if (isWrite) writing--
    }
  }
  let at = 0
  const timer = setInterval(() => {
    // A busy machine falls behind.
    if (pending.size >= MAX_PENDING) return
    const done = call(at++).finally(() => pending.delete(done))
    pending.add(done)
  }, CALL_EVERY_MS)
  return {
    read,
    written,
    writing: () => writing,
    async answered(more) {
      const before = read.ok
      await vi.waitFor(() => expect(read.ok).toBeGreaterThan(before + more), 15_000)
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(pending)
    },
  }
}
