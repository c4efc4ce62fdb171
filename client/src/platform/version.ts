/* The build names its entry script by content, so another name in the server's page means another version. */

const ENTRY_SCRIPT = /<script type="module"[^>]*\ssrc="([^"]+)"/
const TIME_LIMIT_MS = 10_000

/** The entry script of the server's current version; null when the server cannot be reached. */
export async function versionOnServer(): Promise<string | null> {
  try {
    const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(TIME_LIMIT_MS) })
    return response.ok ? (ENTRY_SCRIPT.exec(await response.text())?.[1] ?? null) : null
  } catch {
    // No connection means nothing new; the next check comes soon.
    return null
  }
}

/** The entry script of the running version. */
export const versionHere = (): string | null =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
