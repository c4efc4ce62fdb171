interface Pauses {
  /** In milliseconds. */
  readonly first: number
  readonly max: number
}

/**
 * How long to wait after some failures in a row: twice as long after each, up to a maximum, and by chance up to half of
 * that less, so that those who lost the same server do not all return at once.
 */
export const backoffMs = (failures: number, { first, max }: Pauses, random = Math.random): number =>
  Math.min(max, first * 2 ** Math.max(0, failures - 1)) * (1 - random() / 2)
