/* Replaces `node:timers/promises` in browsers. */

export const setTimeout = (ms: number): Promise<void> =>
  new Promise((resolve) => globalThis.setTimeout(resolve, ms))
