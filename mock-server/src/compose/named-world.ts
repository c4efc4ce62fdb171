import type { Store } from '../engine/store.ts'
import type { World } from '../engine/world.ts'
import { importWorld, isEmpty } from '../engine/world-transfer.ts'
import { nodeCodecs } from '../platform/node-codecs.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Instant } from '../rules/instant.ts'
import { WORLD_NAMES } from '../worlds/names.ts'
import { referenceScorer } from './reference-engine.ts'

/**
 * Returns a function that builds a named world for a given instant.
 * @throws {StartupError} for an unknown name, before anything is built.
 */
export function namedWorld(
  name: string,
  options: { seed: string; timeZone: string },
): (now: Instant) => Promise<World> {
  if (!(WORLD_NAMES as readonly string[]).includes(name)) {
    throw new StartupError(`There is no world '${name}'. Use one of ${WORLD_NAMES.join(', ')} for --world.`, {
      isUsage: true,
    })
  }
  return async (now) => {
    // Loaded on demand: most starts need neither the builders nor the stroke library.
    const { buildWorld } = await import('../worlds/build-world.ts')
    const judge = (guess: string, target: string) => referenceScorer().judge(guess, target)
    return buildWorld(name, { ...options, now, judge })
  }
}

/**
 * Imports a world into a store without users; any other store is unchanged.
 * @param build called only for an empty store: the demo world takes two seconds.
 * @returns the imported world, or null.
 */
export async function importIfEmpty(store: Store, build: () => Promise<World>): Promise<World | null> {
  if (!(await store.transaction(isEmpty))) return null
  const world = await build()
  return store.transaction(async (tx) => {
    if (!(await isEmpty(tx))) return null
    importWorld(tx, world, nodeCodecs)
    return world
  })
}
