import type { RequestHandler, WebSocketHandler } from 'msw'
import { DEFAULT_TIME_ZONE } from '../core/contract/constants.ts'
import { documentOf } from '../core/contract/world-lines.ts'
import type { Codecs } from '../core/picture/codecs.ts'
import type { Instant } from '../core/rules/time/instant.ts'
import type { Scorer } from '../core/scoring/scorer.ts'
import type { Engine } from '../engine/engine.ts'
import type { WorldSource } from '../engine/world/read-world.ts'
import { restoreWorld } from '../engine/world/restore-world.ts'
import { WorldError } from '../engine/world/world-error.ts'
import { ControlledClock } from '../server/control/clock.ts'
import { controlledEngine, derivedSecrets } from '../server/control/controlled-engine.ts'
import { ANY_ORIGIN, mswHandlers } from '../server/doors/msw/msw.ts'
import { fixtureContent } from '../server/platform/fixture-content.ts'
import { MemoryStore } from '../server/stores/memory/memory-store.ts'
import { worldName } from '../server/worlds/names.ts'
import type { HandlerOptions } from './handler-options.ts'

/** Parts with different implementations for Node and the browser. */
export interface Platform {
  readonly codecs: Codecs
  readonly scorer: Scorer
}

const DEFAULT_SEED = 'inkling'

/**
 * Handlers over an in-memory engine, which is created at the first call.
 * @throws {RangeError} for an unknown world name.
 */
export function createHandlers(
  platform: Platform,
  options: HandlerOptions,
): (RequestHandler | WebSocketHandler)[] {
  if (typeof options.world === 'string' && !isText(options.world)) worldName(options.world)
  let engine: Promise<Engine> | undefined
  return mswHandlers(() => {
    engine ??= openEngine(platform, options)
    return engine
  }, options.origin ?? ANY_ORIGIN)
}

async function openEngine({ codecs, scorer }: Platform, options: HandlerOptions): Promise<Engine> {
  const { world = 'empty', seed = DEFAULT_SEED, timeZone = DEFAULT_TIME_ZONE } = options
  const clock = new ControlledClock()
  if (options.clock !== undefined) clock.freezeAt(options.clock)
  const build = async (now: Instant): Promise<WorldSource> => {
    if (typeof world !== 'string') return world
    if (isText(world)) return Object(documentOf(world))
    const { storedWorld } = await import('../server/worlds/stored-world.ts')
    return storedWorld(world, {
      seed,
      now,
      timeZone,
      judge: (guess, target) => scorer.judge(guess, target),
    })
  }
  const store = new MemoryStore()
  await restoreWorld(store, await build(clock.now()), codecs).catch((error: unknown) => {
    throw error instanceof WorldError ? new RangeError(`The world cannot be used: ${error.message}`) : error
  })
  return controlledEngine(
    { store, clock, codecs, scorer, content: fixtureContent },
    { ...derivedSecrets(seed, codecs), timeZone, adminKey: null, everyoneIsAdmin: true },
    { seedWorld: build },
  )
}

/** Whether a string is a world and not its name. */
const isText = (world: string): boolean => world.startsWith('{')
