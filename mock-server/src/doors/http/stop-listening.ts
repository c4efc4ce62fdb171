import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'

/** How long calls in flight have: a call waits for an absent database for up to 6 s. */
const IN_FLIGHT_MS = 7000

/**
 * How long idle connections stay open while every response closes its connection. Calls already on their way are still
 * answered, and a client that was idle for this time rarely calls at the very moment of closing.
 */
const LINGER_MS = 1000
/** How often connections are looked for that have nothing to do any more. */
const LOOK_MS = 100

/**
 * Stops accepting connections, and resolves when the last one has ended. Calls in flight are answered, idle connections
 * are closed, and connections that do not end in time are destroyed.
 * @param options.lingers whether idle connections may send one more call
 */
export function stopListening(server: Server, { lingers }: { lingers: boolean }): Promise<void> {
  return new Promise((resolve, reject) => {
    // Connections become idle when their calls are answered, so check repeatedly.
    let looking: NodeJS.Timeout | undefined
    const closeIdle = () => {
      server.closeIdleConnections()
      looking = setTimeout(closeIdle, LOOK_MS)
    }
    if (lingers) looking = setTimeout(closeIdle, LINGER_MS)
    else closeIdle()
    const deadline = setTimeout(() => server.closeAllConnections(), IN_FLIGHT_MS)
    // The method of HTTP servers would close idle connections immediately.
    NetServer.prototype.close.call(server, (error) => {
      clearTimeout(looking)
      clearTimeout(deadline)
      if (error) reject(error)
      else resolve()
    })
  })
}
