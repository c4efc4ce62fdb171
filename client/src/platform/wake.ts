const CHECK_MS = 5_000
/** A longer gap between two checks means that the page was frozen or the device asleep. */
const ASLEEP_MS = 30_000
/** After waking, a device needs a moment to connect. */
const AGAIN_MS = [0, 5_000, 15_000] as const

/**
 * Calls a function when the player comes back to a page that was hidden or frozen or whose device was asleep for half a
 * minute, and twice more while the network comes back. Uses the device's clock, because `performance.now()` may stop during sleep.
 * @returns a function that stops this
 */
export function onWake(act: (isFirst: boolean) => void): () => void {
  let checkedAt = Date.now()
  let timers: ReturnType<typeof setTimeout>[] = []
  const wake = () => {
    for (const timer of timers) clearTimeout(timer)
    timers = AGAIN_MS.map((ms, at) => setTimeout(act, ms, at === 0))
  }
  const check = () => {
    // The timers of a hidden page are slow.
    if (document.visibilityState === 'hidden') return
    const now = Date.now()
    if (now - checkedAt > ASLEEP_MS) wake()
    checkedAt = now
  }
  const onShow = (event: PageTransitionEvent) => event.persisted && wake()
  const timer = setInterval(check, CHECK_MS)
  document.addEventListener('visibilitychange', check)
  window.addEventListener('pageshow', onShow)
  return () => {
    clearInterval(timer)
    for (const later of timers) clearTimeout(later)
    document.removeEventListener('visibilitychange', check)
    window.removeEventListener('pageshow', onShow)
  }
}
