/** An item with its due time. Equal times are ordered by rank. */
export interface Due {
  readonly due: number
  readonly rank: number
}

/** A priority queue as a binary heap: adding and taking cost log n. */
export class DueQueue<T extends Due> {
  readonly #heap: T[] = []

  peek(): T | undefined {
    return this.#heap[0]
  }

  add(item: T): void {
    const heap = this.#heap
    let at = heap.push(item) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(item, heap[parent] as T)) break
      heap[at] = heap[parent] as T
      at = parent
    }
    heap[at] = item
  }

  take(): T | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1] as T, heap[child] as T)) child++
      if (!isBefore(heap[child] as T, last)) break
      heap[at] = heap[child] as T
      at = child
    }
    heap[at] = last
    return first
  }
}

const isBefore = (one: Due, other: Due): boolean =>
  one.due < other.due || (one.due === other.due && one.rank < other.rank)
