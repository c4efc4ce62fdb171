const SHORT_MS = 120

/** Vibrates briefly, on devices that support it and unless the player prefers reduced motion. */
export function vibrate(): void {
  // Before the player has touched the page, browsers refuse and log an error.
  if (!navigator.userActivation?.hasBeenActive) return
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  navigator.vibrate?.(SHORT_MS)
}
