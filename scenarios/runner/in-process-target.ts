import { createInProcessServer } from '@inkling/mock-server/adapters/in-process'
import { engineFetch } from './engine-fetch.ts'
import { inProcessReactions } from './in-process-reactions.ts'
import type { Target } from './target.ts'

const ORIGIN = 'http://in-process.inkling'

export interface InProcessTargetOptions {
  readonly seed: string
  /** ISO 8601; the clock stands still until it is moved. Without it, the system's time. */
  readonly clock?: string
  readonly timeZone?: string
}

/** A fresh server of its own in this process, with a clock that the scenario moves. */
export function inProcessTarget(options: InProcessTargetOptions): Target {
  const server = createInProcessServer(options)
  return {
    name: 'in process',
    baseUrl: ORIGIN,
    fetch: engineFetch(server.engine, ORIGIN, server.fetch),
    controls: true,
    listen: (gameId, token) => inProcessReactions(server.engine, gameId, token),
    async close() {},
  }
}
