import { setTimeout as wait } from 'node:timers/promises'
import type { ControlledClock } from '../control/clock.ts'
import { controls } from '../control/controls.ts'
import { Faults } from '../control/faults.ts'
import { Outbox } from '../control/outbox.ts'
import type { SharedControls } from '../control/shared-controls.ts'
import { Engine } from '../engine/engine.ts'
import type { Settings } from '../engine/ports.ts'
import type { Store } from '../engine/store.ts'
import type { World } from '../engine/world.ts'
import { fixtureContent } from '../platform/fixture-content.ts'
import { nodeCodecs } from '../platform/node-codecs.ts'
import type { Instant } from '../rules/instant.ts'
import { loadLexicon } from '../scoring/lexicon-file.ts'
import { createScorer } from '../scoring/lexicon-scorer.ts'
import type { Scorer } from '../scoring/scorer.ts'

/**
 * The engine of a reference server, with its controls.
 * @param seedWorld builds the world that a reset restores; null for an empty one.
 * @param options.outbox receives push messages.
 * @param options.shared the state shared with other processes over the same store; null for a single process.
 */
export function createReferenceEngine(
  store: Store,
  clock: ControlledClock,
  settings: Settings,
  seedWorld: ((now: Instant) => Promise<World>) | null = null,
  { outbox = new Outbox(), shared = null }: { outbox?: Outbox; shared?: SharedControls | null } = {},
): Engine {
  const ports = {
    store,
    clock,
    codecs: nodeCodecs,
    scorer: { judge: (guess: string, target: string) => referenceScorer().judge(guess, target) },
    content: fixtureContent,
    push: outbox,
  }
  const faults = new Faults(Number.parseInt(nodeCodecs.sha256(settings.seed).slice(0, 8), 16), wait)
  return new Engine(ports, settings, controls({ clock, faults, outbox, seedWorld, shared }))
}

let scorer: Scorer | undefined

/** The scorer with the full lexicon, loaded at the first guess and shared by all engines of the process. */
export function referenceScorer(): Scorer {
  scorer ??= createScorer(loadLexicon())
  return scorer
}

/** Secrets derived from a seed, for engines without network access: scenarios, simulations and tests. */
export const secretsOf = (seed: string) => ({ seed, tokenSecrets: [nodeCodecs.hmac(seed, 'token secret')] })
