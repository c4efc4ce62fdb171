import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Calls `done` once, when a response has been sent or its connection has closed. A response queued behind another on its
 * connection gets no event when the connection closes.
 */
export function onceDone({ socket }: IncomingMessage, response: ServerResponse, done: () => void): void {
  const end = () => {
    response.off('close', end)
    socket.off('close', end)
    done()
  }
  response.once('close', end)
  socket.once('close', end)
  if (socket.destroyed) end()
}
