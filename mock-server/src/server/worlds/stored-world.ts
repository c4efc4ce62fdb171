import { msOf } from '../../core/rules/time/instant.ts'
import type { World } from '../../engine/world/world.ts'
import { buildWorld } from './build-world.ts'
import type { WorldOptions } from './world-options.ts'

type BuildOptions = Omit<WorldOptions, 'library'>

interface Stored {
  readonly key: string
  readonly builtAt: number
  readonly world: World
}

/** A world of an older moment is built again: its players would have been playing for too long. */
const FRESH_MS = 60_000
/** A clock that is frozen after its start is behind by as much. */
const AHEAD_MS = 1000
const MAX_STORED = 2

let stored: readonly Stored[] = []

/**
 * Builds a named world as {@link buildWorld} does, or returns the one that was built for the same seed and zone within the
 * last minute of the clock: for tests, which begin with the same world again and again.
 * @throws {RangeError} as {@link buildWorld} does.
 */
export function storedWorld(name: string, options: BuildOptions): World {
  const key = JSON.stringify([name, options.seed, options.timeZone])
  const now = msOf(options.now)
  const found = stored.find(
    (each) => each.key === key && now - each.builtAt <= FRESH_MS && each.builtAt - now <= AHEAD_MS,
  )
  const used = found ?? { key, builtAt: now, world: buildWorld(name, options) }
  stored = [used, ...stored.filter((each) => each !== found && each.key !== key)].slice(0, MAX_STORED)
  return used.world
}
