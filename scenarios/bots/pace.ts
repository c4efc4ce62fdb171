import { setTimeout as sleep } from 'node:timers/promises'

/** How the seconds that a bot takes go by. */
export type Pace = (seconds: number, signal?: AbortSignal) => Promise<void>

/** As people play: the seconds pass. */
export const realPace: Pace = async (seconds, signal) => {
  await sleep(seconds * 1000, undefined, { signal })
}

/** The seconds are noted down only. */
export const fastPace: Pace = async () => {}
