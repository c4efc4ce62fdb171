/*
 * The device's clock may be wrong by hours. Each answer's Date header says, to the second, what time the server had
 * between sending and receiving; intersecting those windows gives its offset to a fraction of a second.
 */

let low = Number.NEGATIVE_INFINITY
let high = Number.POSITIVE_INFINITY

/**
 * Takes one answer into account.
 * @param date the Date header, null when there was none
 * @param sentAt when the request left, by this device's clock, in ms
 * @param receivedAt when the answer came
 */
export function observeServerDate(date: string | null, sentAt: number, receivedAt: number): void {
  const stamp = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(stamp)) return
  const from = stamp - receivedAt
  const to = stamp + 1000 - sentAt
  if (to < low || from > high) {
    // One of the two clocks was set meanwhile: what was known before says nothing any more.
    low = from
    high = to
    return
  }
  low = Math.max(low, from)
  high = Math.min(high, to)
}

/** Now by the server's clock, in ms; by the device's own until the first answer came. */
export function serverNow(): number {
  return Date.now() + (Number.isFinite(low) && Number.isFinite(high) ? (low + high) / 2 : 0)
}

/** Forgets everything: for tests. */
export function resetServerClock(): void {
  low = Number.NEGATIVE_INFINITY
  high = Number.POSITIVE_INFINITY
}
