import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for the thinking and drawing time of a bot. */
export type Pace = (seconds: number) => Promise<void>

/** Waits in real time, as people do. */
export const realPace: Pace = (seconds) => sleep(seconds * 1000)

/** Does not wait: the seconds are only reported to the server. */
export const fastPace: Pace = async () => {}
