/** An immutable value that is replaced on change, and its subscribers. */
export interface Store<T> {
  readonly get: () => T
  readonly change: (change: (before: T) => T) => void
  readonly set: (fields: Partial<T>) => void
  /** @returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Delays up to this are not noticeable. */
const FRAME_MS = 33

/** Wraps a store for drawing: reports a change at once, and batches the changes that follow. */
export function throttled<T>(store: Store<T>): Store<T> {
  return {
    ...store,
    subscribe(listener) {
      let waiting: NodeJS.Timeout | undefined
      let drawnAt = 0
      const draw = () => {
        waiting = undefined
        drawnAt = performance.now()
        listener()
      }
      const unsubscribe = store.subscribe(() => {
        const rest = drawnAt + FRAME_MS - performance.now()
        if (rest <= 0) draw()
        else waiting ??= setTimeout(draw, rest)
      })
      return () => {
        clearTimeout(waiting)
        unsubscribe()
      }
    },
  }
}

export function createStore<T>(first: T): Store<T> {
  let value = first
  const listeners = new Set<() => void>()
  const change = (change: (before: T) => T) => {
    const next = change(value)
    if (next === value) return
    value = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => value,
    change,
    set: (fields) => change((before) => ({ ...before, ...fields })),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
