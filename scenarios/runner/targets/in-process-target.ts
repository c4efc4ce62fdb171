import { DEFAULT_TIME_ZONE, VERSION } from '@inkling/mock-server/contract/constants'
import { SOCKET_CLOSE } from '@inkling/mock-server/contract/table/socket-close'
import { createInProcessServer, IN_PROCESS_ORIGIN } from '@inkling/mock-server/in-process'
import { abortable } from './abortable.ts'
import { InProcessReactions } from './in-process-reactions.ts'
import type { Target } from './target.ts'

export interface InProcessTargetOptions {
  readonly seed: string
  /** ISO 8601; the clock is frozen at this time until a step moves it. Defaults to the system time. */
  readonly clock?: string
  readonly timeZone?: string
  /** The word of all games that begin on a day, by day. */
  readonly words?: Readonly<Record<string, string>>
  /** Whether admin calls need no key. */
  readonly everybodyIsAdmin?: boolean
}

/** Only calls with it are admin calls, as over HTTP. */
const ADMIN_KEY = 'the key of this process'

/** Creates a fresh in-process server with a clock that the scenario controls. */
export function inProcessTarget({ everybodyIsAdmin = false, ...options }: InProcessTargetOptions): Target {
  const server = createInProcessServer({ ...options, ...(!everybodyIsAdmin && { adminKey: ADMIN_KEY }) })
  const reactions = new InProcessReactions()
  return {
    name: 'in process',
    baseUrl: IN_PROCESS_ORIGIN,
    fetch: server.fetch,
    adminKey: ADMIN_KEY,
    transport: (name, parts, context) => {
      const response = server.transport(name, parts, context)
      return context.signal ? abortable(response, context.signal) : response
    },
    controls: true,
    isShared: false,
    timeZone: options.timeZone ?? DEFAULT_TIME_ZONE,
    version: VERSION,
    listen: (gameId, token, onMessage) => reactions.listen(server.engine, gameId, token, onMessage),
    async restart(secrets) {
      reactions.closeAll({ closed: SOCKET_CLOSE.goingAway, reason: '' })
      server.restart(secrets)
    },
    async close() {},
  }
}
