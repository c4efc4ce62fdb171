const AT_ONCE = 50

/** Runs `work` for 0 to `count - 1`, {@link AT_ONCE} at a time. */
export async function atOnce<T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < count; at = next++) results[at] = await work(at)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}
