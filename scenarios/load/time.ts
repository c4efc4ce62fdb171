/** The clock of a load. */
export interface LoadTime {
  /** Milliseconds, from any beginning. */
  now(): number
  /** Calls back once at that time. A further call replaces it. */
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
      // Timers count whole milliseconds and come late rather than early.
      if (wait < 1) immediate = setImmediate(wake)
      else timer = setTimeout(wake, Math.floor(wait))
    },
    stop,
  }
}
