import { type Client, createClient } from '@inkling/mock-server/contract/client'
import { CliError, EXIT } from './cli-error.ts'
import type { Settings } from './settings.ts'

/** The typed client of the target; a call that gets no answer ends with a sentence about the server. */
export function connect(settings: Settings, token?: () => string | null): Client {
  const { url, adminKey } = settings
  return createClient({
    baseUrl: url,
    fetch: targetFetch(settings),
    ...(adminKey.value !== undefined && { adminKey: adminKey.value }),
    ...(token && { token }),
  })
}

/** Global fetch with the time-out of the settings. */
export function targetFetch({ url, timeoutMs }: Settings): typeof fetch {
  return async (input, init) => {
    try {
      return await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    } catch (error) {
      const slow = error instanceof DOMException && error.name === 'TimeoutError'
      throw new CliError(
        EXIT.runtime,
        slow
          ? `${url} did not answer within ${timeoutMs / 1000} s: look at that server, or give it longer with --timeout.`
          : `nothing answers at ${url}: start a server with \`inkling serve\`, or name another one with --target.`,
      )
    }
  }
}
