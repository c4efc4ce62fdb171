import { DEFAULT_TIME_ZONE } from '@inkling/mock-server/contract/constants'

let zone: string = DEFAULT_TIME_ZONE

/** Takes the X-Game-Time-Zone header of a response. A missing name, or one that this browser does not know, changes nothing. */
export function observeGameZone(name: string | null): void {
  if (name === null || name === zone) return
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    zone = name
  } catch {
    console.info(`This browser does not know the time zone ${name}; days are counted in ${zone}`)
  }
}

/** The IANA name of the zone that days are counted in: the server's, or the default until it has said so. */
export const gameZone = (): string => zone

/** Forgets what the server said: for tests. */
export function resetGameZone(): void {
  zone = DEFAULT_TIME_ZONE
}
