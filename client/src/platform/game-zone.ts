import { DEFAULT_TIME_ZONE } from '@inkling/mock-server/contract/constants'

let zone: string = DEFAULT_TIME_ZONE

/** Takes the X-Game-Time-Zone header of a response. Ignores a missing name, and one that this browser does not know. */
export function observeGameZone(name: string | null): void {
  if (name === null || name === zone) return
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    zone = name
  } catch {
    console.info(`This browser does not know the time zone ${name}; days are counted in ${zone}`)
  }
}

/** The IANA name of the time zone of game days: the server's, or the default until the first response. */
export const gameZone = (): string => zone

/** Resets the zone to the default: for tests. */
export function resetGameZone(): void {
  zone = DEFAULT_TIME_ZONE
}
