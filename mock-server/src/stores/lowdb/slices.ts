/** How long work may go on before other calls have their turn, in milliseconds. */
export const SLICE_MS = 5

/** Lets other calls run. */
export const othersFirst = (): Promise<void> => new Promise(setImmediate)

/** The items, one by one. Other calls have their turn after every few milliseconds of work on them. */
export async function* inSlices<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  let begun = performance.now()
  for await (const item of items) {
    yield item
    if (performance.now() - begun < SLICE_MS) continue
    await othersFirst()
    begun = performance.now()
  }
}
