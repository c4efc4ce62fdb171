import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** The systems give ports above these to connections and to servers that listen on port 0. */
const [FIRST, END] = [20_000, 32_000]

/**
 * A port that nothing uses at the moment. No connection gets it before a server listens on it, or while that server is
 * restarted.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, END)
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort()
    throw error
  }
  probe.close()
  await once(probe, 'close')
  return port
}
