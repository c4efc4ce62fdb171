/** The item with the highest score, or the earliest of several with the same score; undefined if there is none. */
export function highestScore<T>(items: readonly T[], scoreOf: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>(
    (best, item) => (best !== undefined && scoreOf(best) >= scoreOf(item) ? best : item),
    undefined,
  )
}
