import { DEFAULT_TIME_ZONE } from '../../core/contract/constants.ts'
import { isTimeZone } from '../../core/contract/time-zone.ts'
import { ControlledClock } from '../control/clock.ts'
import { checkedPublicUrl, checkedTrustProxy } from '../doors/http/deployment.ts'
import { checkedAdminKey, checkedMetricsKey, checkedModeratorKey } from '../platform/admin-key.ts'
import type { PushOptions } from '../platform/push/push-channels.ts'
import { readServiceAccount } from '../platform/push/service-account.ts'
import { StartupError } from '../platform/startup-error.ts'
import { isDemoWorld, namedWorld, type WorldOption } from '../worlds/named-world.ts'
import { checkDatabaseUrl, type StoreOptions } from './open-store.ts'

/** The options of a server that can be wrong whatever the state of the machine. */
interface CheckedOptions extends Omit<StoreOptions, 'data'>, PushOptions {
  readonly trustProxy?: string
  readonly clock?: string
  readonly timeZone?: string
  readonly adminKey?: string
  readonly makeAdminKey?: boolean
  readonly moderatorKey?: string
  readonly metricsKey?: string
  readonly world?: WorldOption
  readonly refuseDemo?: boolean
}

/**
 * Checks options without opening the store or the port.
 * @throws {StartupError} for the first one with which no server can start.
 */
export function checkOptions(options: CheckedOptions): void {
  const { database, directDatabase, places, timeZone, makeAdminKey = true } = options
  checkedPublicUrl(options.publicUrl)
  checkedTrustProxy(options.trustProxy)
  startClock(options.clock)
  // The default is not checked: every start would wait while Intl loads its tables of time zones.
  if (timeZone) checkTimeZone(timeZone)
  if (database !== undefined) {
    checkDatabaseUrl(database, places?.database)
    if (directDatabase !== undefined) checkDatabaseUrl(directDatabase, places?.directDatabase)
  }
  const admin = checkedAdminKey(options.adminKey, makeAdminKey)
  const moderator = checkedModeratorKey(options.moderatorKey, admin)
  checkedMetricsKey(options.metricsKey, { admin, moderator })
  if (options.fcmCredentials !== undefined) readServiceAccount(options.fcmCredentials)
  if (options.world !== undefined) namedWorld(options.world, { seed: '', timeZone: DEFAULT_TIME_ZONE })
  if (options.refuseDemo && isDemoWorld(options.world)) throw demoRefusal()
}

export const demoRefusal = (): StartupError =>
  new StartupError(
    'The demo world is not for production: anyone can sign in as its players. Serve another store without --world, or add --demo for a demonstration.',
    { isUsage: true },
  )

export function startClock(time: string | undefined): ControlledClock {
  const clock = new ControlledClock()
  if (time === undefined) return clock
  try {
    clock.set(time)
  } catch (error) {
    throw error instanceof RangeError ? new StartupError(error.message, { isUsage: true }) : error
  }
  return clock
}

function checkTimeZone(zone: string): void {
  if (isTimeZone(zone)) return
  throw new StartupError(
    `GAME_TIME_ZONE '${zone}' is not a time zone. Use an IANA name such as ${DEFAULT_TIME_ZONE}.`,
    {
      isUsage: true,
    },
  )
}
