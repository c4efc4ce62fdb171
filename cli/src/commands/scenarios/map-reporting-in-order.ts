export interface ReportOptions<Event> {
  /** No further item is started once this returns true. */
  readonly isOver: () => boolean
  readonly report: (event: Event) => void
}

/**
 * Processes items with limited concurrency. Events are reported in item order: immediately for the first unfinished item,
 * for later items when the earlier ones have finished.
 * @returns the results of the started items, in order.
 */
export async function mapReportingInOrder<Item, Result, Event>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, report: (event: Event) => void) => Promise<Result>,
  { isOver, report }: ReportOptions<Event>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.map((): Event[] => [])
  const ended = new Set<number>()
  let next = 0
  let reported = 0
  const reportInOrder = () => {
    while (reported < items.length) {
      for (const event of waiting[reported]?.splice(0) ?? []) report(event)
      if (!ended.has(reported)) return
      reported++
    }
  }
  const worker = async () => {
    while (next < items.length && !isOver()) {
      const at = next++
      const item = items[at] as Item
      const note = (event: Event) => {
        waiting[at]?.push(event)
        if (at === reported) reportInOrder()
      }
      results[at] = await work(item, note)
      ended.add(at)
      reportInOrder()
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  return results
}
