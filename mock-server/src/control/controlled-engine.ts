import { Engine } from '../engine/engine.ts'
import type { AdminCallStore } from '../engine/operator-ports.ts'
import type { Ports, Settings } from '../engine/ports.ts'
import type { World } from '../engine/world.ts'
import type { Codecs } from '../picture/codecs.ts'
import type { Instant } from '../rules/time/instant.ts'
import { AdminLog, memoryCalls } from './admin-log.ts'
import type { ControlledClock } from './clock.ts'
import { controls, type SharedClock } from './controls.ts'
import { Faults } from './faults.ts'
import { OperatorState } from './operator-state.ts'
import { Outbox } from './outbox.ts'

export interface ControlledPorts extends Omit<Ports, 'clock' | 'push'> {
  readonly clock: ControlledClock
}

export interface ControlledEngineOptions {
  /** Builds the world that a reset restores; null for an empty one. */
  readonly seedWorld?: ((now: Instant) => Promise<World>) | null
  /** Receives push messages. */
  readonly outbox?: Outbox
  /** The clock shared with other processes over the same store; null for a single process. */
  readonly shared?: SharedClock | null
  /** Default: in memory. */
  readonly operator?: OperatorState
  /** Where calls of admins are recorded. Default: in memory. */
  readonly adminCalls?: AdminCallStore
  /** Replaces the generated admin key; null if there is none. */
  readonly rotateAdminKey?: (() => Promise<string>) | null
}

/** An engine with the controls of a reference server. */
export function controlledEngine(
  ports: ControlledPorts,
  settings: Settings,
  { seedWorld = null, outbox = new Outbox(), shared = null, ...options }: ControlledEngineOptions = {},
): Engine {
  const { clock, codecs } = ports
  const faults = new Faults(Number.parseInt(codecs.sha256(settings.seed).slice(0, 8), 16), wait)
  return new Engine(
    { ...ports, push: outbox },
    settings,
    controls({
      clock,
      faults,
      outbox,
      operator: options.operator ?? new OperatorState(),
      log: new AdminLog(options.adminCalls ?? memoryCalls(), () => clock.systemNow),
      rotateAdminKey: options.rotateAdminKey ?? null,
      seedWorld,
      shared,
    }),
  )
}

/** Secrets derived from a seed, for engines without network access: scenarios, simulations, demos and tests. */
export const derivedSecrets = (seed: string, codecs: Codecs) => ({
  seed,
  tokenSecrets: [codecs.hmac(seed, 'token secret')],
})

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
