import { DEFAULT_TIME_ZONE } from '@inkling/mock-server/contract/constants'
import { isTimeZone } from '@inkling/mock-server/contract/time-zone'

let zone: string = DEFAULT_TIME_ZONE

/** Stores the X-Game-Time-Zone header of a response. Ignores null, and names that this browser does not support. */
export function observeGameZone(name: string | null): void {
  if (name === null || name === zone) return
  if (isTimeZone(name)) zone = name
  else console.info(`This browser does not support the time zone ${name}; days are computed in ${zone}`)
}

/** The IANA name of the time zone of game days: the server's, or the default until the first response. */
export const gameZone = (): string => zone

/** Restores the default, for tests. */
export function resetGameZone(): void {
  zone = DEFAULT_TIME_ZONE
}
