import type { ControlledClock } from '../control/clock.ts'
import {
  type ControlledEngineOptions,
  controlledEngine,
  derivedSecrets,
} from '../control/controlled-engine.ts'
import type { Engine } from '../engine/engine.ts'
import type { Settings } from '../engine/ports.ts'
import type { Store } from '../engine/store.ts'
import type { World } from '../engine/world.ts'
import { fixtureContent } from '../platform/fixture-content.ts'
import { nodeCodecs } from '../platform/node-codecs.ts'
import type { Instant } from '../rules/time/instant.ts'
import { loadLexicon } from '../scoring/lexicon-file.ts'
import { createScorer } from '../scoring/lexicon-scorer.ts'
import type { Scorer } from '../scoring/scorer.ts'

/**
 * The engine of a reference server, with its controls.
 * @param seedWorld builds the world that a reset restores; null for an empty one.
 */
export function createReferenceEngine(
  store: Store,
  clock: ControlledClock,
  settings: Settings,
  seedWorld: ((now: Instant) => Promise<World>) | null = null,
  options: Omit<ControlledEngineOptions, 'seedWorld'> = {},
): Engine {
  const scorer = { judge: (guess: string, target: string) => referenceScorer().judge(guess, target) }
  const ports = { store, clock, codecs: nodeCodecs, scorer, content: fixtureContent }
  return controlledEngine(ports, settings, { ...options, seedWorld })
}

let scorer: Scorer | undefined

/** The scorer with the full lexicon, loaded at the first guess and shared by all engines of the process. */
export function referenceScorer(): Scorer {
  scorer ??= createScorer(loadLexicon())
  return scorer
}

/** See {@link derivedSecrets}. */
export const secretsOf = (seed: string) => derivedSecrets(seed, nodeCodecs)
