import { HEADER } from '../contract/headers.ts'
import type { Engine } from '../engine/engine.ts'
import { serverDate } from './server-date.ts'

/**
 * What every answer below `/api` says beside its body: the server's time, which a controlled clock may have moved, and the
 * game's zone, so that clients know when midnight is. Most answers are for one player only, so none is stored
 * unless it says otherwise.
 */
export const dataHeaders = (engine: Engine): Record<string, string> => ({
  [HEADER.date]: serverDate(engine),
  [HEADER.gameTimeZone]: engine.settings.timeZone,
  'cache-control': 'no-store',
})
