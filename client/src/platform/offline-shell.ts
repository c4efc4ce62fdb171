/**
 * Lets the browser keep the game's files, so that it opens without a connection. Only what was built is kept: in
 * development the files change by the minute, and in the demo msw's worker has the place.
 */
export function keepOfflineShell(): void {
  if (!import.meta.env.PROD || import.meta.env.MODE === 'demo' || !('serviceWorker' in navigator)) return
  // The first visit needs the connection for itself.
  window.addEventListener('load', () => {
    navigator.serviceWorker
      .register('/worker.js')
      // Left to itself a browser may not look for a new build for a day.
      .then((registration) => registration.update())
      .catch((error: unknown) => console.info('The game will not open offline:', error))
  })
}
