import { pooledFetch } from '@inkling/scenarios/bots/pooled-fetch'
import type { ServerAccess } from '@inkling/scenarios/bots/server-access'
import { accessTo, requireServer } from '../../calls/connect.ts'
import type { Settings } from '../../settings/settings.ts'

/** The access of bots to the target, which allows many calls at the same time. */
export function botAccessTo(settings: Settings): ServerAccess {
  requireServer(settings)
  return accessTo(settings, pooledFetch(settings.url.value))
}
