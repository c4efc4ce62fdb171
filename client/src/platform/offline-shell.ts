/** The first visit needs the connection for loading itself. */
const AFTER_LOAD_MS = 3_000

/**
 * Lets the browser cache the game's files, so that it opens without a connection. Only for builds: in development the
 * files change constantly, and in the demo msw's worker is registered instead.
 */
export function cacheOfflineShell(): void {
  if (!import.meta.env.PROD || import.meta.env.MODE === 'demo' || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => setTimeout(() => void register(), AFTER_LOAD_MS))
}

/** Registers the worker, unless it is registered already. */
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
    // Otherwise a browser may not look for a new build for a day.
    if (isKept) await registration.update()
  } catch (error) {
    console.info('The game will not open offline:', error)
  }
}
