import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@inkling/mock-server/contract/client/client'
import { type ServerOptions, startServer } from '@inkling/mock-server/server'

/**
 * The time at which servers start: no test plays across midnight. Clients get it from the Date header, so the clock of
 * the browser need not agree.
 */
const NOON = '2026-03-07T12:00:00-05:00'

/** The built client. */
export const dist = fileURLToPath(new URL('../../dist', import.meta.url))

export interface Served {
  /** Scheme, host and port. */
  readonly url: string
  /** For admin calls and controls. */
  readonly admin: Client
  /** Stops the server; a second call does nothing. */
  stop(): Promise<void>
}

/**
 * The reference server with the built client: in this process, in memory, on a free port.
 */
export async function serve(
  seed: string,
  options: Pick<ServerOptions, 'clientDir' | 'contact' | 'housePlayer' | 'isPushService'> = {},
): Promise<Served> {
  const server = await startServer({
    port: 0,
    data: null,
    seed,
    clientDir: dist,
    clock: NOON,
    // So that `inkling` commands find its admin key.
    announce: true,
    ...options,
  })
  const { url, adminKey } = server
  let stopping: Promise<void> | undefined
  return {
    url,
    admin: createClient({ baseUrl: url, fetch, ...(adminKey !== null && { adminKey }) }),
    stop() {
      stopping ??= server.close()
      return stopping
    },
  }
}
