import { loadLibrary } from '@inkling/fixtures/drawings/library'
import { isTimeZone } from '../../core/contract/time-zone.ts'
import type { World } from '../../engine/world/world.ts'
import { busyWorld } from './busy.ts'
import { demoWorld } from './demo.ts'
import { emptyWorld } from './empty.ts'
import { type WorldName, worldName } from './names.ts'
import type { WorldOptions } from './world-options.ts'

type BuildOptions = Omit<WorldOptions, 'library'> & Partial<WorldOptions>

const BUILDERS = { demo: demoWorld, empty: emptyWorld, busy: busyWorld } satisfies Record<WorldName, unknown>

/**
 * Builds a named starting state as a world document that a reference server can import. `demo` is a month of three
 * groups with a game in progress, `empty` has no data, `busy` is a day of 1,000 players. The same options give the
 * same world.
 * @param options the library defaults to the complete stroke library.
 * @throws {RangeError} for an unknown name, an invalid instant or an invalid zone.
 */
export function buildWorld(name: string, options: BuildOptions): World {
  const build = BUILDERS[worldName(name)]
  const now = Date.parse(options.now)
  if (Number.isNaN(now))
    throw new RangeError(`'${options.now}' is not an instant. Use ISO 8601, such as 2026-03-07T12:00:00Z.`)
  const { timeZone } = options
  if (!isTimeZone(timeZone))
    throw new RangeError(`'${timeZone}' is not a time zone. Use an IANA name such as America/New_York.`)
  const library = options.library ?? loadLibrary()
  return build({ ...options, now: new Date(now).toISOString(), library })
}
