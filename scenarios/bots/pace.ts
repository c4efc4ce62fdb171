import { setTimeout as sleep } from 'node:timers/promises'

/** How the seconds of a bot's turn pass. */
export type Pace = (seconds: number, signal?: AbortSignal) => Promise<void>

/** The seconds really pass, as for people. */
export const realPace: Pace = async (seconds, signal) => {
  await sleep(seconds * 1000, undefined, { signal })
}

/** The seconds are only reported, and do not pass. */
export const fastPace: Pace = async () => {}
