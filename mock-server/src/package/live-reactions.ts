import { ApiError, NETWORK_ERROR } from '../core/contract/client/api-error.ts'
import type { ReactionMessage } from '../core/contract/schemas/reactions.ts'
import { SOCKET_CLOSE } from '../core/contract/table/socket-close.ts'

/**
 * Opens a socket of live reactions. Resolves when it is open. Iterating waits for the next reaction; leaving the loop, or
 * aborting the signal, closes the socket.
 * @throws {ApiError} while opening or iterating: AUTH_INVALID or FORBIDDEN if the server refuses the player,
 * NETWORK_ERROR if the connection fails or breaks.
 */
export async function liveReactions(
  url: string,
  signal?: AbortSignal,
): Promise<AsyncGenerator<ReactionMessage, void>> {
  if (typeof WebSocket !== 'function')
    throw new Error(
      'This runtime has no WebSocket. Use Node 22 or newer, or assign the WebSocket of the package ws to globalThis.WebSocket.',
    )
  signal?.throwIfAborted()
  const socket = new WebSocket(url)
  const close = () => socket.close()
  // A close follows. The WebSocket of ws throws errors without a listener.
  socket.addEventListener('error', () => {})
  signal?.addEventListener('abort', close)
  const received = new ReadableStream<ReactionMessage>({
    start(controller) {
      socket.addEventListener('message', ({ data }) => controller.enqueue(JSON.parse(String(data))))
      socket.addEventListener('close', ({ code, reason }) => {
        signal?.removeEventListener('abort', close)
        if (signal?.aborted) controller.close()
        else controller.error(errorOf(code, reason))
      })
    },
    cancel: close,
  }).getReader()
  await Promise.race([new Promise((resolve) => socket.addEventListener('open', resolve)), received.closed])
  return reactionsFrom(received)
}

async function* reactionsFrom(received: ReadableStreamDefaultReader<ReactionMessage>) {
  try {
    for (;;) {
      const { done, value } = await received.read()
      if (done) return
      yield value
    }
  } finally {
    await received.cancel()
  }
}

function errorOf(code: number, reason: string): ApiError {
  if (code === SOCKET_CLOSE.unauthorised) return new ApiError('AUTH_INVALID', reason, 401)
  if (code === SOCKET_CLOSE.forbidden) return new ApiError('FORBIDDEN', reason, 403)
  const why = reason === '' ? `code ${code}` : `code ${code}, ${reason}`
  return new ApiError(NETWORK_ERROR, `The socket of live reactions was closed (${why})`, 0)
}
