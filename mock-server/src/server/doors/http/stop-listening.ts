import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'

/** Time for calls in flight: a call waits up to 6 s for an unreachable database. The store then closes. */
const IN_FLIGHT_MS = 6500

/**
 * How long connections that are idle when the server begins to drain stay open. Calls already sent are still answered, and
 * a client that was idle for this time rarely calls at the very moment of closing.
 */
export const LINGER_MS = 1000
/** Interval between two searches for idle connections. */
const CLOSE_IDLE_MS = 100

/**
 * Closes idle connections from now on, repeatedly: connections become idle when their calls are answered.
 * @param afterMs delay of the first search
 * @returns a function that ends it
 */
export function closeIdleConnections(server: Server, afterMs: number): () => void {
  const close = () => {
    server.closeIdleConnections()
    timer = setTimeout(close, CLOSE_IDLE_MS)
  }
  let timer = setTimeout(close, afterMs)
  return () => clearTimeout(timer)
}

/**
 * Stops accepting connections, and resolves when the last one has ended. Calls in flight are answered, and connections that
 * do not end in time are destroyed.
 */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => server.closeAllConnections(), IN_FLIGHT_MS)
    // The method of HTTP servers would close idle connections immediately.
    NetServer.prototype.close.call(server, (error) => {
      clearTimeout(deadline)
      // Now that no connection is left. Otherwise its timer would keep the server in memory.
      server.close()
      if (error) reject(error)
      else resolve()
    })
  })
}
