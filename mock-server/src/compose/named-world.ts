import { readFileSync } from 'node:fs'
import { readWorld } from '../control/read-world.ts'
import type { Store } from '../engine/store.ts'
import type { World } from '../engine/world.ts'
import { importWorld, isEmpty } from '../engine/world-transfer.ts'
import { nodeCodecs } from '../platform/node-codecs.ts'
import { referenceScorer } from '../platform/node-ports.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Instant } from '../rules/time/instant.ts'
import { WORLD_NAMES } from '../worlds/names.ts'

/**
 * Returns a function that builds a named world for a given instant, or reads the world in a `.json` file.
 * @throws {StartupError} for an unknown name, before anything is built, and for a file without a world.
 */
export function namedWorld(
  name: string,
  options: { seed: string; timeZone: string },
): (now: Instant) => Promise<World> {
  if (name.endsWith('.json')) {
    const world = worldIn(name)
    return async () => world
  }
  if (!(WORLD_NAMES as readonly string[]).includes(name)) {
    throw new StartupError(
      `There is no world '${name}'. Use one of ${WORLD_NAMES.join(', ')}, or a .json file, for --world.`,
      {
        isUsage: true,
      },
    )
  }
  return async (now) => {
    // Loaded on demand: most starts need neither the builders nor the stroke library.
    const { buildWorld } = await import('../worlds/build-world.ts')
    return buildWorld(name, { ...options, now, judge: referenceScorer.judge })
  }
}

function worldIn(file: string): World {
  const because = (problem: string) => new StartupError(`--world ${file}: ${problem}.`, { isUsage: true })
  let document: unknown
  try {
    document = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw because(`${(error as Error).message}. Write one with \`inkling world export\``)
  }
  const world = readWorld(document, nodeCodecs)
  if (!world.ok) throw because(world.refusal.message)
  return world.value
}

/**
 * Whether anyone can sign in as a player of the demo world: their device ids are public.
 * @param name of the world for an empty store
 */
export async function hasDemoPlayers(store: Store, name: string | undefined): Promise<boolean> {
  if (name === 'demo' || name === 'busy') return true
  const { DEMO_DEVICE_IDS } = await import('../worlds/demo-people.ts')
  const hashes = DEMO_DEVICE_IDS.map((deviceId) => nodeCodecs.sha256(deviceId))
  return store.transaction(async (tx) => (await tx.findMany('users', 'device', hashes)).length > 0)
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
