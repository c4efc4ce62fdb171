import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Calls back once, when a response was sent or its connection closed. A response that waits behind another on its
 * connection gets no event of its own when the connection closes.
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
