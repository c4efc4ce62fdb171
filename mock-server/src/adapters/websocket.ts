import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { WebSocket, WebSocketServer } from 'ws'
import { endpoints } from '../contract/endpoints.ts'
import { ERROR_STATUS } from '../contract/error-codes.ts'
import { matchPath } from '../contract/path.ts'
import type { ReactionMessage } from '../contract/schemas/reactions.ts'
import type { Call } from '../engine/call.ts'
import type { Engine } from '../engine/engine.ts'
import type { TimedEvent } from '../engine/events.ts'

export interface ReactionSockets {
  /** Says goodbye to every listener. */
  close(): void
}

const CLOSE = { unauthorised: 4401, forbidden: 4403, goingAway: 1001 } as const

/** A listener that has not answered a ping since the last one is gone. */
const HEARTBEAT_MS = 30_000
/** A listener that lets this many bytes pile up is dropped: it comes back and loads what it missed. */
const MOST_BUFFERED_BYTES = 256 * 1024

/** The door for reactions as they come: `/api/reactions/ws/{gameId}?token=...` (api.md, Reactions). */
export function reactionSockets(server: Server, engine: Engine, log: Logger): ReactionSockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 })
  const rooms = new Map<string, Set<WebSocket>>()
  const alive = new WeakSet<WebSocket>()

  const join = (gameId: string, socket: WebSocket) => {
    const room = rooms.get(gameId) ?? new Set()
    rooms.set(gameId, room.add(socket))
    socket.on('close', () => {
      room.delete(socket)
      if (room.size === 0) rooms.delete(gameId)
    })
  }

  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const call = callOf(request)
    if (!call) return void stream.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n')
    sockets.handleUpgrade(request, stream, head, (socket) => {
      alive.add(socket)
      socket.on('pong', () => alive.add(socket))
      socket.on('error', (error) => log.debug({ err: error }, 'a socket failed'))
      engine.admit(call).then(
        (admitted) => {
          if (admitted.ok) return join(admitted.value.gameId, socket)
          const { code, message } = admitted.refusal
          socket.close(ERROR_STATUS[code] === 401 ? CLOSE.unauthorised : CLOSE.forbidden, message)
        },
        (error) => {
          log.error({ err: error }, 'a socket could not be admitted')
          socket.close(1011)
        },
      )
    })
  }

  const stopListening = engine.events.listen((event) => {
    const room = event.type === 'reaction' ? rooms.get(event.gameId) : undefined
    if (!room || event.type !== 'reaction') return
    const text = JSON.stringify(messageOf(event))
    for (const socket of room) {
      if (socket.bufferedAmount > MOST_BUFFERED_BYTES) socket.terminate()
      else if (socket.readyState === WebSocket.OPEN) socket.send(text)
    }
  })

  const heartbeat = setInterval(() => {
    for (const socket of sockets.clients) {
      if (!alive.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, HEARTBEAT_MS)

  server.on('upgrade', onUpgrade)
  return {
    close() {
      clearInterval(heartbeat)
      stopListening()
      server.off('upgrade', onUpgrade)
      for (const socket of sockets.clients) socket.close(CLOSE.goingAway)
      sockets.close()
    },
  }
}

function callOf({ url = '', headers }: IncomingMessage): Call | null {
  const { pathname, searchParams, origin } = new URL(url, `http://${headers.host ?? 'localhost'}`)
  const params = matchPath(endpoints.watchReactions.path, pathname)
  if (!params) return null
  const query = Object.fromEntries(searchParams)
  return { name: 'watchReactions', params, query, body: {}, headers: {}, origin, local: false }
}

function messageOf(event: TimedEvent & { type: 'reaction' }): ReactionMessage {
  const { action, stepIndex, reactionType, username, userId, previousType } = event
  return {
    type: 'reaction_event',
    data: { action, stepIndex, reactionType, username, userId, ...(previousType && { previousType }) },
  }
}
