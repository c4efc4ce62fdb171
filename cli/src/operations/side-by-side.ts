export interface SideBySideOptions<Event> {
  /** No further item is started once this returns true. */
  readonly isOver: () => boolean
  readonly tell: (event: Event) => void
}

/**
 * Processes items with limited concurrency. Events are reported in item order: those of the first running item at
 * once, those of later items when the earlier ones have finished.
 * @returns the results of the started items, in order.
 */
export async function sideBySide<Item, Result, Event>(
  items: readonly Item[],
  most: number,
  work: (item: Item, tell: (event: Event) => void) => Promise<Result>,
  { isOver, tell }: SideBySideOptions<Event>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.map((): Event[] => [])
  const ended = new Set<number>()
  let next = 0
  let told = 0
  const tellInOrder = () => {
    while (told < items.length) {
      for (const event of waiting[told]?.splice(0) ?? []) tell(event)
      if (!ended.has(told)) return
      told++
    }
  }
  const worker = async () => {
    while (next < items.length && !isOver()) {
      const at = next++
      const item = items[at] as Item
      const note = (event: Event) => {
        waiting[at]?.push(event)
        if (at === told) tellInOrder()
      }
      results[at] = await work(item, note)
      ended.add(at)
      tellInOrder()
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker))
  return results
}
