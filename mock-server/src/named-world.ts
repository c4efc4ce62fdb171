import { nodeBytes } from './adapters/bytes-node.ts'
import { referenceScorer } from './adapters/reference-engine.ts'
import type { Store } from './engine/store.ts'
import type { World } from './engine/world.ts'
import { isEmpty, plantWorld } from './engine/world-transfer.ts'
import { StartupError } from './startup-error.ts'

/**
 * One of the worlds of the fixtures, as it is at an instant.
 * @throws {StartupError} for a name that none of them has.
 */
export async function readNamedWorld(
  name: string,
  options: { seed: string; now: string; timeZone: string },
): Promise<World> {
  // Builders and pictures are loaded only where a world is asked for.
  const { buildWorld, WORLD_NAMES } = await import('@inkling/fixtures/worlds/build-world')
  if (!(WORLD_NAMES as readonly string[]).includes(name)) {
    throw new StartupError(`There is no world '${name}'. Use one of ${WORLD_NAMES.join(', ')} for --world.`)
  }
  return buildWorld(name, { ...options, judge: (guess, target) => referenceScorer().judge(guess, target) })
}

/**
 * Puts a world into a store in which nobody has been yet; one that is lived in stays as it is.
 * @returns whether it was put there.
 */
export async function plantWhereEmpty(store: Store, world: World): Promise<boolean> {
  return store.transaction(async (tx) => {
    if (!(await isEmpty(tx))) return false
    plantWorld(tx, world, nodeBytes)
    return true
  })
}
