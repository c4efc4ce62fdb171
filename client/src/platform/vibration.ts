const SHORT_MS = 120

/** A short vibration, on devices that support it and for players who did not ask for reduced motion. */
export function vibrate(): void {
  // Browsers refuse, and log an error, before the player has touched the page.
  if (!navigator.userActivation?.hasBeenActive) return
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  navigator.vibrate?.(SHORT_MS)
}
