import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'

/** How long calls in flight have: a call waits for an absent database for up to 6 s. */
const IN_FLIGHT_MS = 7000

/**
 * How long connections that wait stay open where every answer closes its connection: a call that is on its way is still
 * answered, and a client that has not called for so long seldom does so in the instant in which its connection closes.
 */
const LINGER_MS = 1000
/** How often connections are looked for that have nothing to do any more. */
const LOOK_MS = 100

/**
 * Takes no more connections, and resolves when the last one has ended. Calls in flight are answered; connections that
 * only wait are closed, and those that have not ended in time are cut.
 * @param options.lingers whether connections that wait may bring one more call
 */
export function stopListening(server: Server, { lingers }: { lingers: boolean }): Promise<void> {
  return new Promise((resolve, reject) => {
    // A connection whose call is answered after this has begun waits as well: so it is looked for again and again.
    let looking: NodeJS.Timeout | undefined
    const closeIdle = () => {
      server.closeIdleConnections()
      looking = setTimeout(closeIdle, LOOK_MS)
    }
    if (lingers) looking = setTimeout(closeIdle, LINGER_MS)
    else closeIdle()
    const deadline = setTimeout(() => server.closeAllConnections(), IN_FLIGHT_MS)
    // The method of HTTP servers closes connections that wait at once.
    NetServer.prototype.close.call(server, (error) => {
      clearTimeout(looking)
      clearTimeout(deadline)
      if (error) reject(error)
      else resolve()
    })
  })
}
