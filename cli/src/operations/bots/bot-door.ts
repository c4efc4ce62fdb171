import type { Door } from '@inkling/scenarios/bots/door'
import { pooledFetch } from '@inkling/scenarios/bots/pooled-fetch'
import { doorTo, requireServer } from '../../calls/connect.ts'
import type { Settings } from '../../settings/settings.ts'

/** The connection that bots use, which allows many calls at the same time. */
export function botDoorTo(settings: Settings): Door {
  requireServer(settings)
  return doorTo(settings, pooledFetch(settings.url.value))
}
