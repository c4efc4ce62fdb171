import { HEADER } from '../../core/contract/table/headers.ts'
import { msOf } from '../../core/rules/time/instant.ts'
import type { Engine } from '../../engine/engine.ts'

/**
 * Headers of every API response: the server's time, which a controlled clock may have moved, and the game's time zone, so
 * that clients know when midnight is. Most responses depend on who asks, so by default none may be cached.
 */
export const dataHeaders = (engine: Engine): Record<string, string> => ({
  [HEADER.date]: new Date(msOf(engine.ports.clock.now())).toUTCString(),
  [HEADER.gameTimeZone]: engine.settings.timeZone,
  'cache-control': 'private, no-store',
})
