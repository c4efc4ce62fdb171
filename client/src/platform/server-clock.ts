/*
 * The device's clock may be wrong by hours. Each response's Date header is the server's time, to the second, at some
 * moment between sending and receiving; intersecting these windows gives the offset to a fraction of a second.
 */

let low = Number.NEGATIVE_INFINITY
let high = Number.POSITIVE_INFINITY

/**
 * Takes one response into account.
 * @param date the Date header; null if missing
 * @param sentAt when the request was sent, by this device's clock, in ms
 * @param receivedAt when the response arrived
 */
export function observeServerDate(date: string | null, sentAt: number, receivedAt: number): void {
  const stamp = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(stamp)) return
  const from = stamp - receivedAt
  const to = stamp + 1000 - sentAt
  if (to < low || from > high) {
    // One of the clocks was set in the meantime, so the earlier windows no longer apply.
    low = from
    high = to
    return
  }
  low = Math.max(low, from)
  high = Math.min(high, to)
}

/** The current time by the server's clock, in ms; by the device's own until the first response. */
export function serverNow(): number {
  return Date.now() + (Number.isFinite(low) && Number.isFinite(high) ? (low + high) / 2 : 0)
}

/** Resets everything: for tests. */
export function resetServerClock(): void {
  low = Number.NEGATIVE_INFINITY
  high = Number.POSITIVE_INFINITY
}
