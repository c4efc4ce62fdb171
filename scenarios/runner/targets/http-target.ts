import { ApiError, NETWORK_ERROR } from '@inkling/mock-server/contract/client/api-error'
import { clientOf, type ServerAccess } from '@inkling/mock-server/contract/client/client'
import type { ReactionMessage } from '@inkling/mock-server/contract/schemas/reactions'
import { endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { fillPath } from '@inkling/mock-server/contract/table/path'
import { isOutOfReach } from '../../bots/out-of-reach.ts'
import { openSocket } from '../../bots/proxies.ts'
import { Mailbox } from './mailbox.ts'
import type { Closed, Listening, Target } from './target.ts'

/** Connects to a server over HTTP and asks once whether it has controls. */
export async function httpTarget(access: ServerAccess): Promise<Target> {
  const status = await clientOf(access)
    .getControlStatus()
    .catch((error) => {
      // A server that answers every path with a web page is not a reference server either.
      if (isOutOfReach(error) || error instanceof SyntaxError) return null
      throw error
    })
  const timeZone = status?.timeZone ?? (await timeZoneOf(access))
  return {
    ...access,
    name: access.baseUrl,
    controls: status !== null,
    isShared: true,
    ...(timeZone !== null && { timeZone }),
    ...(status && { version: status.version }),
    listen: (gameId, token, onMessage) => listen(access.baseUrl, gameId, token, onMessage),
    async close() {},
  }
}

/** The time zone from a reply under `/api`; null for a server that does not send it. */
async function timeZoneOf({ baseUrl, fetch }: ServerAccess): Promise<string | null> {
  const response = await fetch(baseUrl + endpoints.getDailyStats.path)
  await response.arrayBuffer()
  return response.headers.get(HEADER.gameTimeZone)
}

/** A server that has neither answered a ping nor closed the socket by then has accepted the listener. */
const PONG_MS = 15_000

async function listen(
  baseUrl: string,
  gameId: string,
  token: string,
  onMessage: (message: ReactionMessage) => void = () => {},
): Promise<Listening> {
  const address = new URL(baseUrl + fillPath(endpoints.watchReactions.path, { gameId }))
  address.protocol = address.protocol.replace('http', 'ws')
  address.searchParams.set('token', token)
  const socket = openSocket(address)
  const mailbox = new Mailbox<ReactionMessage | Closed>()
  socket.on('message', (data) => {
    const message = messageOf(String(data))
    mailbox.put(message ?? { closed: INVALID_DATA, reason: 'a message that is not from this API' })
    if (message) onMessage(message)
    else socket.close()
  })
  const isOpen = await new Promise<boolean>((resolve, reject) => {
    // After the handshake the server either accepts the listener or closes the socket. A ping shows which.
    socket.once('open', () => {
      socket.ping()
      setTimeout(() => resolve(true), PONG_MS).unref()
    })
    socket.once('pong', () => resolve(true))
    // A server or a proxy without WebSockets.
    socket.on('unexpected-response', (request, { statusCode = 0 }) => {
      mailbox.put({ closed: statusCode, reason: 'the WebSocket is refused' })
      resolve(false)
      request.destroy()
    })
    // Also later errors, which a close follows.
    socket.on('error', ({ message }) => reject(new ApiError(NETWORK_ERROR, message, 0)))
    socket.on('close', (code, reason) => {
      mailbox.put({ closed: code, reason: String(reason) })
      resolve(false)
    })
  })
  return { isOpen, next: (signal) => mailbox.take(signal), close: () => socket.close() }
}

/** The close code for messages of the wrong type (RFC 6455). */
const INVALID_DATA = 1007

/** A message of the API; null for another text. */
function messageOf(text: string): ReactionMessage | null {
  try {
    return endpoints.watchReactions.reply.parse(JSON.parse(text))
  } catch {
    return null
  }
}
