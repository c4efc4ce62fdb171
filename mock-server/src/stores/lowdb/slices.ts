/** How long work may block other calls. */
export const SLICE_MS = 5

/** Lets other calls run. */
export const yieldToEventLoop = (): Promise<void> => new Promise(setImmediate)

/** Yields the items one by one, and lets other calls run after every few milliseconds of work. */
export async function* inSlices<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  let startedAt = performance.now()
  for await (const item of items) {
    yield item
    if (performance.now() - startedAt < SLICE_MS) continue
    await yieldToEventLoop()
    startedAt = performance.now()
  }
}
