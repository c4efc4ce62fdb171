const AT_ONCE = 16

/** Runs `work` for each item, `atOnce` at a time. @returns the results in the order of the items. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  work: (item: T, at: number) => Promise<R>,
  atOnce = AT_ONCE,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T, at)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
