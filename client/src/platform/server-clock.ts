/*
 * The server's time, computed on a device whose clock may be wrong by hours. A response's Date header is the server's
 * time in whole seconds at some moment between sending and receiving, which bounds the offset between the clocks.
 * Intersecting the bounds of several responses gives the offset to a fraction of a second. The offset is that of
 * `performance.now()`, so setting the device's clock does not move the server's time.
 */

let low = Number.NEGATIVE_INFINITY
let high = Number.POSITIVE_INFINITY

/**
 * Updates the offset from a response.
 * @param date the Date header; null if missing
 * @param sentAt when the request was sent, by `performance.now()`
 * @param receivedAt when the response arrived, by `performance.now()`
 */
export function observeServerDate(date: string | null, sentAt: number, receivedAt: number): void {
  const stamp = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(stamp)) return
  const from = stamp - receivedAt
  const to = stamp + 1000 - sentAt
  if (to < low || from > high) {
    // The server's clock was set, or this device was asleep, when some browsers stop `performance.now()`.
    low = from
    high = to
    return
  }
  low = Math.max(low, from)
  high = Math.min(high, to)
}

/** The server's time in ms; the device's until the first response. */
export function serverNow(): number {
  return Number.isFinite(low) && Number.isFinite(high) ? performance.now() + (low + high) / 2 : Date.now()
}

/** Forgets all responses, for tests. */
export function resetServerClock(): void {
  low = Number.NEGATIVE_INFINITY
  high = Number.POSITIVE_INFINITY
}
