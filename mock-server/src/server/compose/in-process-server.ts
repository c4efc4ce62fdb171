import { randomUUID } from 'node:crypto'
import type { Transport } from '../../core/contract/client/transport.ts'
import { DEFAULT_TIME_ZONE } from '../../core/contract/constants.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Store } from '../../engine/store.ts'
import { ControlledClock } from '../control/clock.ts'
import { controlledEngine, derivedSecrets } from '../control/controlled-engine.ts'
import { OperatorState } from '../control/operator-state.ts'
import { answerRequest } from '../doors/fetch-door.ts'
import { inProcessTransport } from '../doors/in-process-transport.ts'
import { nodePorts } from '../platform/node-ports.ts'
import { MemoryStore } from '../stores/memory/memory-store.ts'
import { type WordsByDay, withWords } from '../worlds/chosen-words.ts'

/** A `fetch` that an engine answers in process, without a port or socket. */
export function inProcessFetch(engine: Engine): typeof fetch {
  return (input, init) => answerRequest(engine, new Request(input, init))
}

/** The origin of an in-process server, for example in the URLs that it returns. */
export const IN_PROCESS_ORIGIN = 'http://in-process.inkling'

export interface InProcessOptions {
  seed?: string
  /** ISO 8601. The clock is then frozen at this time. Default: the system clock. */
  clock?: string
  timeZone?: string
  adminKey?: string
  moderatorKey?: string
  /** Default: a new memory store. */
  store?: Store
  housePlayer?: boolean
  /** Whether the server reports itself as protected, as in production. */
  isProtected?: boolean
  /** The word of all games that begin on a day, by day. Other days have words of the seed. */
  words?: WordsByDay
}

/** How a restart changes the keys that sign tokens: `rotate` adds one, `replace` also removes the others. */
export type SecretsChange = 'keep' | 'rotate' | 'replace'

export interface InProcessServer {
  readonly engine: Engine
  /** Sends requests that the typed client cannot send. */
  readonly fetch: typeof fetch
  /** Transport for the typed client. */
  readonly transport: Transport
  readonly clock: ControlledClock
  /** Starts a new engine over the same store, clock and operator's state. In-memory state such as faults and sockets is lost. */
  restart(secrets?: SecretsChange): void
}

/** Creates a complete server in this process with a controlled clock, for scenarios, simulations and tests. */
export function createInProcessServer(options: InProcessOptions = {}): InProcessServer {
  const clock = new ControlledClock()
  if (options.clock !== undefined) clock.freezeAt(options.clock)
  const store = options.store ?? new MemoryStore()
  const { seed, tokenSecrets } = derivedSecrets(options.seed ?? randomUUID(), nodePorts.codecs)
  // The same calls always give the same ids.
  let idsMade = 0
  const newId = () => nodePorts.codecs.hmac(seed, `id ${idsMade++}`).slice(0, 22)
  const operator = new OperatorState()
  const timeZone = options.timeZone ?? DEFAULT_TIME_ZONE
  const content = options.words
    ? withWords(nodePorts.content, options.words, clock, timeZone)
    : nodePorts.content
  const start = (secrets: readonly string[]) =>
    controlledEngine(
      { ...nodePorts, store, clock, content },
      {
        seed,
        tokenSecrets: secrets,
        newId,
        timeZone,
        adminKey: options.adminKey ?? null,
        moderatorKey: options.moderatorKey ?? null,
        everyoneIsAdmin: true,
        isProtected: options.isProtected ?? false,
        housePlayer: options.housePlayer ?? false,
      },
      { operator },
    )
  let engine = start(tokenSecrets)
  return {
    get engine() {
      return engine
    },
    async fetch(input, init) {
      const request = new Request(input, init)
      const isProbe = new URL(request.url).pathname === '/healthz'
      return isProbe ? Response.json({ ok: true }) : answerRequest(engine, request)
    },
    transport: inProcessTransport(() => engine, IN_PROCESS_ORIGIN),
    clock,
    restart(change = 'keep') {
      const secrets = engine.settings.tokenSecrets
      const fresh = () => nodePorts.codecs.hmac(seed, `token secret after ${secrets[0]}`)
      engine = start(change === 'keep' ? secrets : [fresh(), ...(change === 'rotate' ? secrets : [])])
    },
  }
}
