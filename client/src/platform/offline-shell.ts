/** The first visit needs the connection for itself. */
const AFTER_LOAD_MS = 3_000

/**
 * Lets the browser keep the game's files, so that it opens without a connection. Only what was built is kept: in
 * development the files change by the minute, and in the demo msw's worker has the place.
 */
export function keepOfflineShell(): void {
  if (!import.meta.env.PROD || import.meta.env.MODE === 'demo' || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => setTimeout(() => void register(), AFTER_LOAD_MS))
}

/** Brings the worker into the browser; the one that is there already, when it is. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register('/worker.js')

async function register(): Promise<void> {
  if (!navigator.onLine) {
    window.addEventListener('online', () => void register(), { once: true })
    return
  }
  const isKept = navigator.serviceWorker.controller !== null
  try {
    const registration = await registerWorker()
    // Left to itself a browser may not look for a new build for a day.
    if (isKept) await registration.update()
  } catch (error) {
    console.info('The game will not open offline:', error)
  }
}
