import { randomUUID } from 'node:crypto'
import { DEFAULT_TIME_ZONE } from '../contract/constants.ts'
import { ControlledClock } from '../control/clock.ts'
import type { Engine } from '../engine/engine.ts'
import { MemoryStore } from '../stores/memory.ts'
import { answerRequest } from './fetch-door.ts'
import { createReferenceEngine, secretsOf } from './reference-engine.ts'

/** A `fetch` that an engine answers in this very process: no port, no socket, the same replies. */
export function inProcessFetch(engine: Engine): typeof fetch {
  return (input, init) => answerRequest(engine, new Request(input, init))
}

export interface InProcessOptions {
  seed?: string
  /** ISO 8601; the clock then stands still until it is moved. Without it, the system's time. */
  clock?: string
  timeZone?: string
  adminKey?: string
}

export interface InProcessServer {
  readonly engine: Engine
  readonly fetch: typeof fetch
  readonly clock: ControlledClock
}

/** A whole server in memory, with a clock that its owner moves: for scenarios, simulations and tests. */
export function createInProcessServer(options: InProcessOptions = {}): InProcessServer {
  const clock = new ControlledClock()
  if (options.clock !== undefined) clock.freezeAt(options.clock)
  const engine = createReferenceEngine(new MemoryStore(), clock, {
    ...secretsOf(options.seed ?? randomUUID()),
    timeZone: options.timeZone ?? DEFAULT_TIME_ZONE,
    adminKey: options.adminKey ?? null,
    everyoneIsAdmin: true,
  })
  return { engine, fetch: inProcessFetch(engine), clock }
}
