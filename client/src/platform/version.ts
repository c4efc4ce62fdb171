/* The build names its entry script after its content, so a different name in the server's page is another version. */

const ENTRY_SCRIPT = /<script type="module"[^>]*\ssrc="([^"]+)"/
const TIME_LIMIT_MS = 10_000

/** The entry script of the server's version; null if the server cannot be reached. */
export async function versionOnServer(): Promise<string | null> {
  try {
    const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(TIME_LIMIT_MS) })
    return response.ok ? (ENTRY_SCRIPT.exec(await response.text())?.[1] ?? null) : null
  } catch {
    // Without a connection, wait for the next check.
    return null
  }
}

/** The entry script of the running version. */
export const versionHere = (): string | null =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
