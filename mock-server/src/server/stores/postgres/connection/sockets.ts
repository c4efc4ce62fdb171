import { Socket } from 'node:net'

/** With the time for calls in flight, a server stops within 7 seconds. */
const CLOSE_MS = 400

/** The sockets of connections to a database. They do not close by themselves while the database is unresponsive. */
export class Sockets {
  readonly #open = new Set<Socket>()

  /** Creates the socket of a connection: the `stream` of its configuration. */
  readonly create = (): Socket => {
    const socket = new Socket()
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    return socket
  }

  /** Destroys the sockets that are still open after {@link CLOSE_MS}. The process may end sooner if none is. */
  destroySoon(): void {
    setTimeout(() => {
      for (const socket of this.#open) socket.destroy()
    }, CLOSE_MS).unref()
  }
}
