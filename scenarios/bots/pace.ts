import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for the thinking and drawing time of a bot. */
export type Pace = (seconds: number, signal?: AbortSignal) => Promise<void>

/** Waits in real time, as people do. */
export const realPace: Pace = async (seconds, signal) => {
  await sleep(seconds * 1000, undefined, { signal })
}

/** Does not wait: the seconds are only reported to the server. */
export const fastPace: Pace = async () => {}
