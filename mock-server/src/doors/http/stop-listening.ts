import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'

/** Time for calls in flight: a call waits up to 6 s for an unreachable database. The store then closes. */
const IN_FLIGHT_MS = 6500

/**
 * How long idle connections stay open while the server drains. Calls already sent are still answered, and a client that
 * was idle for this time rarely calls at the very moment of closing.
 */
const LINGER_MS = 1000
/** Interval between two searches for idle connections. */
const CLOSE_IDLE_MS = 100

/**
 * Stops accepting connections, and resolves when the last one has ended. Calls in flight are answered, idle connections
 * are closed, and connections that do not end in time are destroyed.
 * @param options.lingers whether idle connections may send one more call
 */
export function stopListening(server: Server, { lingers }: { lingers: boolean }): Promise<void> {
  return new Promise((resolve, reject) => {
    // Connections become idle when their calls are answered, so check repeatedly.
    let timer: NodeJS.Timeout | undefined
    const closeIdle = () => {
      server.closeIdleConnections()
      timer = setTimeout(closeIdle, CLOSE_IDLE_MS)
    }
    if (lingers) timer = setTimeout(closeIdle, LINGER_MS)
    else closeIdle()
    const deadline = setTimeout(() => server.closeAllConnections(), IN_FLIGHT_MS)
    // The method of HTTP servers would close idle connections immediately.
    NetServer.prototype.close.call(server, (error) => {
      clearTimeout(timer)
      clearTimeout(deadline)
      if (error) reject(error)
      else resolve()
    })
  })
}
