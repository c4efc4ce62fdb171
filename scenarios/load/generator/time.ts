/** The clock of a load. */
export interface LoadTime {
  /** Milliseconds since an arbitrary start. */
  now(): number
  /** Calls `wake` once at that time. A further call of this method replaces it. */
  wakeAt(at: number, wake: () => void): void
  stop(): void
}

/** The time of this machine. */
export function realTime(): LoadTime {
  let timer: NodeJS.Timeout | undefined
  let immediate: NodeJS.Immediate | undefined
  const stop = () => {
    clearTimeout(timer)
    clearImmediate(immediate)
  }
  return {
    now: () => performance.now(),
    wakeAt(at, wake) {
      stop()
      const wait = at - performance.now()
      // Timers have a resolution of 1 ms and fire late rather than early.
      if (wait < 1) immediate = setImmediate(wake)
      else timer = setTimeout(wake, Math.floor(wait))
    },
    stop,
  }
}
