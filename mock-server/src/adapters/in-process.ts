import { randomUUID } from 'node:crypto'
import { words } from '@inkling/fixtures/words'
import { DEFAULT_TIME_ZONE } from '../contract/constants.ts'
import { ControlledClock } from '../control/clock.ts'
import { controls } from '../control/controls.ts'
import { Engine } from '../engine/engine.ts'
import type { Settings } from '../engine/ports.ts'
import { createLightScorer } from '../scoring/light-scorer.ts'
import { MemoryStore } from '../stores/memory.ts'
import { nodeBytes } from './bytes-node.ts'
import { answerRequest } from './fetch-door.ts'

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
  const seed = options.seed ?? randomUUID()
  const clock = new ControlledClock()
  if (options.clock !== undefined) clock.freezeAt(options.clock)
  const settings: Settings = {
    seed,
    tokenSecret: nodeBytes.hmac(seed, 'token secret'),
    timeZone: options.timeZone ?? DEFAULT_TIME_ZONE,
    adminKey: options.adminKey ?? null,
    adminWithoutKey: true,
  }
  const ports = {
    store: new MemoryStore(),
    clock,
    bytes: nodeBytes,
    scorer: createLightScorer(),
    content: { words },
  }
  const engine = new Engine(ports, settings, controls(clock))
  return { engine, fetch: inProcessFetch(engine), clock }
}
