/** How long work may block other calls. */
const SLICE_MS = 0.1

/** Lets waiting calls run. */
export const yieldToEventLoop = (): Promise<void> =>
  // Browsers have no setImmediate.
  new Promise((resolve) => void (globalThis.setImmediate ?? setTimeout)(resolve))

/** Yields the items one by one, and lets waiting calls run after every {@link SLICE_MS} of work. */
export async function* inSlices<T>(
  items: Iterable<T> | AsyncIterable<T>,
  pause = yieldToEventLoop,
): AsyncGenerator<T> {
  let startedAt = performance.now()
  for await (const item of items) {
    yield item
    if (performance.now() - startedAt < SLICE_MS) continue
    await pause()
    startedAt = performance.now()
  }
}
