import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import { endpoints } from '../../../core/contract/table/endpoints.ts'
import { matchPath } from '../../../core/contract/table/path.ts'
import { closeCodeOf, SOCKET_CLOSE } from '../../../core/contract/table/socket-close.ts'
import type { Call, Reply } from '../../../engine/calls/call.ts'
import { failure, notFound } from '../../../engine/calls/reply.ts'
import type { Engine } from '../../../engine/engine.ts'
import { type GameReaction, mayEndAccess } from '../../../engine/events.ts'
import { addressCounter } from '../address-counter.ts'
import { dataHeaders } from '../data-headers.ts'
import { isLoopback } from '../http/limits/loopback.ts'
import { refuseRaw } from '../http/raw-refusal.ts'

export interface ReactionSockets {
  /** Number of open sockets. */
  readonly count: number
  /** Closes every socket; one that does not answer the close frame in time is terminated. */
  close(): void
}

export interface ReactionSocketOptions {
  readonly log: Logger
  /** Whether the limit applies to listeners on this machine too. */
  readonly limitLoopback?: boolean
  /** The address of a listener, as trusted proxies report it. */
  readonly addressOf?: (request: IncomingMessage) => string | undefined
  /** Maximum number of listeners per address at a time. */
  readonly maxPerAddress?: number
}

/** Interval of pings. A listener that has not answered the last one is dropped. */
const HEARTBEAT_MS = 30_000
/** A listener with more unread bytes is dropped: it reconnects and loads what it missed. */
const MAX_BUFFERED_BYTES = 256 * 1024
/** Enough for a proxy with a thousand players. */
export const MAX_PER_ADDRESS = 1000
/** Time for a listener to answer a close frame. */
const CLOSE_MS = 1000

/** The door for live reactions: `/api/reactions/ws/{gameId}?token=...` (API.md, Reactions). */
export function reactionSockets(
  server: Server,
  engine: Engine,
  {
    log,
    limitLoopback = false,
    addressOf = ({ socket }) => socket.remoteAddress,
    maxPerAddress = MAX_PER_ADDRESS,
  }: ReactionSocketOptions,
): ReactionSockets {
  // No compression: messages are short.
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false })
  const rooms = new Map<string, Set<WebSocket>>()
  const alive = new WeakSet<WebSocket>()
  const admissions = new WeakMap<WebSocket, { readonly call: Call; readonly userId: string }>()
  const perAddress = addressCounter(maxPerAddress)

  sockets.on('wsClientError', ({ message }, stream) => {
    refuseRaw(stream, failure('VALIDATION_FAILED', message))
  })

  const join = (gameId: string, socket: WebSocket) => {
    const room = rooms.get(gameId) ?? new Set()
    rooms.set(gameId, room.add(socket))
    socket.on('close', () => {
      room.delete(socket)
      if (room.size === 0) rooms.delete(gameId)
    })
  }

  /** Whether an address already has too many listeners. If not, counts this one until it disconnects. */
  const isTooMany = (request: IncomingMessage, stream: Duplex): boolean => {
    if (!limitLoopback && isLoopback(request)) return false
    const address = addressOf(request)
    if (address === undefined || stream.destroyed) return false
    return !perAddress(address, stream)
  }

  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Node removes its own error handler from a connection that is upgraded.
    stream.on('error', (error) => log.debug({ err: error }, 'a connection failed before its upgrade'))
    const refuse = (reply: Reply) =>
      refuseRaw(stream, { ...reply, headers: { ...dataHeaders(engine), ...reply.headers } })
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return refuse(NO_UPGRADE)
    const call = callOf(request)
    if (!call) return refuse(notFound())
    if (isTooMany(request, stream)) return refuse(TOO_MANY)
    const open = (then: (socket: WebSocket) => void) =>
      sockets.handleUpgrade(request, stream, head, (socket) => {
        alive.add(socket)
        socket.on('pong', () => alive.add(socket))
        socket.on('error', (error) => log.debug({ err: error }, 'a socket failed'))
        then(socket)
      })
    // Admitted before the handshake: when a socket opens, the client loads what it missed, and must miss nothing after that.
    engine.admit(call).then(
      (admitted) =>
        open((socket) => {
          if (admitted.ok) {
            admissions.set(socket, { call, userId: admitted.value.userId })
            return join(admitted.value.gameId, socket)
          }
          const { code, message } = admitted.refusal
          socket.close(closeCodeOf(code), message)
        }),
      (error) => {
        log.error({ err: error }, 'a socket could not be admitted')
        open((socket) => socket.close(SOCKET_CLOSE.fault))
      },
    )
  }

  /** Closes the sockets of a player who may no longer listen. */
  const readmit = async (playerId: string) => {
    for (const socket of sockets.clients) {
      const admission = admissions.get(socket)
      if (admission?.userId !== playerId) continue
      const again = await engine.admit(admission.call)
      if (!again.ok) socket.close(closeCodeOf(again.refusal.code), again.refusal.message)
    }
  }

  const tell = async (event: GameReaction) => {
    // One that joins later loads this reaction.
    const listeners = [...(rooms.get(event.gameId) ?? [])].flatMap((socket) => {
      const admission = admissions.get(socket)
      return admission ? [{ socket, userId: admission.userId }] : []
    })
    if (listeners.length === 0) return
    const userIds = new Set(listeners.map(({ userId }) => userId))
    const messages = await engine.reactionMessages(event, [...userIds])
    for (const { socket, userId } of listeners) {
      const message = messages.get(userId)
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
      else if (message) socket.send(JSON.stringify(message))
    }
    for (const userId of userIds) if (!messages.has(userId)) await readmit(userId)
  }

  const stopListening = engine.events.listen((event) => {
    if (mayEndAccess(event))
      readmit(event.userId).catch((error) => log.error({ err: error }, 'sockets could not be admitted again'))
    if (event.type !== 'reaction') return
    tell(event).catch((error) => log.error({ err: error }, 'a reaction did not reach its listeners'))
  })

  const heartbeat = setInterval(() => {
    for (const socket of sockets.clients) {
      if (!alive.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, HEARTBEAT_MS)

  server.on('upgrade', onUpgrade)
  return {
    get count() {
      return sockets.clients.size
    },
    close() {
      clearInterval(heartbeat)
      stopListening()
      server.off('upgrade', onUpgrade)
      for (const socket of sockets.clients) socket.close(SOCKET_CLOSE.goingAway)
      sockets.close()
      setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate()
      }, CLOSE_MS).unref()
    },
  }
}

const NO_UPGRADE = failure(
  'VALIDATION_FAILED',
  'Connections are upgraded to WebSocket only. Send the request without its Upgrade header.',
)

const TOO_MANY = failure('RATE_LIMITED', 'Too many connections. Please wait a moment.', {
  'retry-after': '60',
})

/** Does not use `URL`, which throws on invalid paths from strangers. */
function callOf({ url = '' }: IncomingMessage): Call | null {
  const [path = '', search] = url.split('?')
  const params = matchPath(endpoints.watchReactions.path, path)
  if (!params) return null
  const query = Object.fromEntries(new URLSearchParams(search))
  return { name: 'watchReactions', params, query, body: {}, headers: {}, origin: '' }
}
