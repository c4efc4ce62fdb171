import { createReadStream, existsSync } from 'node:fs'
import type { Instant } from '../../core/rules/time/instant.ts'
import type { Store } from '../../engine/store.ts'
import type { Transaction } from '../../engine/transaction.ts'
import type { WorldSource } from '../../engine/world/read-world.ts'
import { type RestoredWorld, type RestoreOptions, restoreWorld } from '../../engine/world/restore-world.ts'
import { WorldError } from '../../engine/world/world-error.ts'
import { nodeCodecs } from '../platform/node-codecs.ts'
import { referenceScorer } from '../platform/node-ports.ts'
import { StartupError } from '../platform/startup-error.ts'
import { WORLD_NAMES } from './names.ts'

/** Files of worlds: in lines, or a document of an earlier version. */
const WORLD_FILE = /\.(?:nd)?json$/

/** The name of a world, a file (.ndjson, .json), or a world as a document. */
export type WorldOption = string | object

/**
 * Returns a function that builds a named world for a given instant, or reads the world in a file.
 * @throws {StartupError} for an unknown name or a missing file, before anything is built.
 */
export function namedWorld(
  name: WorldOption,
  options: { seed: string; timeZone: string },
): (now: Instant) => Promise<WorldSource> {
  if (typeof name === 'object') return async () => name
  if (WORLD_FILE.test(name)) {
    if (!existsSync(name))
      throw unusable(name, 'there is no such file. Write one with `inkling world export`')
    return async () => createReadStream(name)
  }
  if (!(WORLD_NAMES as readonly string[]).includes(name)) {
    throw new StartupError(
      `There is no world '${name}'. Use one of ${WORLD_NAMES.join(', ')}, or a .ndjson or .json file, for --world.`,
      {
        isUsage: true,
      },
    )
  }
  return async (now) => {
    // Loaded on demand: most starts need neither the builders nor the stroke library.
    const { storedWorld } = await import('./stored-world.ts')
    return storedWorld(name, { ...options, now, judge: referenceScorer.judge })
  }
}

const unusable = (name: WorldOption, problem: string): StartupError =>
  new StartupError(
    typeof name === 'object' ? `The world cannot be used: ${problem}.` : `--world ${name}: ${problem}.`,
    { isUsage: true },
  )

/** Whether anyone can sign in as a player of a world. */
export const isDemoWorld = (name: WorldOption | undefined): boolean => name === 'demo' || name === 'busy'

/** Whether anyone can sign in as a player of the demo world: their device ids are public. */
export async function hasDemoPlayers(store: Store): Promise<boolean> {
  const { DEMO_DEVICE_IDS } = await import('./demo-people.ts')
  const hashes = DEMO_DEVICE_IDS.map((deviceId) => nodeCodecs.sha256(deviceId))
  return store.transaction(async (tx) => (await tx.peek('users', 'device', hashes)).length > 0)
}

/** Whether a store has no users. */
export const isEmpty = async (tx: Transaction): Promise<boolean> => (await tx.peekCount('users')) === 0

/**
 * Imports a world into a store without users; any other store is unchanged.
 * @param build called only for an empty store: the demo world takes two seconds.
 * @param name of the world, for errors
 * @returns what was imported, or null.
 * @throws {StartupError} if the world is damaged.
 */
export async function importIfEmpty(
  store: Store,
  build: () => Promise<WorldSource>,
  name: WorldOption,
  options: Pick<RestoreOptions, 'eraser' | 'beforeEnd'> = {},
): Promise<RestoredWorld | null> {
  if (!(await store.transaction(isEmpty))) return null
  try {
    return await restoreWorld(store, await build(), nodeCodecs, { ...options, onlyIfEmpty: true })
  } catch (error) {
    throw error instanceof WorldError || isFileError(error) ? unusable(name, (error as Error).message) : error
  }
}

const isFileError = (error: unknown): boolean =>
  ['EACCES', 'EISDIR', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')
