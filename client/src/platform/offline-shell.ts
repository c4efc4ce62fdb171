/** Leaves the connection to the page while it loads. */
const AFTER_LOAD_MS = 3_000

/**
 * Registers the service worker, which caches the game's files so that it opens without a connection. Does nothing in
 * development, where files change constantly, and in the demo, which registers msw's worker.
 */
export function cacheOfflineShell(): void {
  if (!import.meta.env.PROD || import.meta.env.MODE === 'demo' || !('serviceWorker' in navigator)) return
  const registerLater = () => setTimeout(() => void register(), AFTER_LOAD_MS)
  // WebKit may finish loading a cached page before its script runs.
  if (document.readyState === 'complete') registerLater()
  else window.addEventListener('load', registerLater)
}

/** Registers the service worker; does nothing if it is already registered. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register('/worker.js')

async function register(): Promise<void> {
  if (!navigator.onLine) {
    window.addEventListener('online', () => void register(), { once: true })
    return
  }
  const isControlled = navigator.serviceWorker.controller !== null
  try {
    const registration = await registerWorker()
    // Otherwise a browser may not check for a new build for a day.
    if (isControlled) await registration.update()
  } catch (error) {
    console.info('The game will not open offline:', error)
  }
}
