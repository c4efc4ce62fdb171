import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { failure, notFound } from '../../../engine/calls/reply.ts'
import { addressCounter } from '../address-counter.ts'
import { refuseRaw } from './raw-refusal.ts'
import type { ServerEnd } from './server-end.ts'

const PROBLEMS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The URL and the headers are too long',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time',
}

const LIMITS = {
  /** Unanswered calls per connection. Browsers and proxies send one after the other. */
  unanswered: 16,
  /** A client that reads nothing of a response for this time is disconnected. */
  stalledMs: 30_000,
  /** Longer than the idle timeout of clients and proxies: if the server closes first, a call may be lost. */
  idleMs: 65_000,
  /** 200 players with 6 connections and a socket each, and room to reconnect. */
  connectionsPerAddress: 2000,
}

const HOUR_MS = 3_600_000

export interface HttpServerOptions {
  /** Whether an address may have any number of connections, such as a proxy that forwards many players. */
  readonly isUnlimited?: (address: string) => boolean
  readonly limits?: Partial<typeof LIMITS>
  readonly end?: ServerEnd
  /** Serves HTTPS with this certificate. */
  readonly tls?: Tls | undefined
}

/** Certificate, with its chain, and private key in PEM. */
export interface Tls {
  readonly cert: string
  readonly key: string
}

/**
 * An HTTP server that reports every failure in the envelope of the API, even for invalid HTTP, and that bounds
 * the memory and connections of peers that never read their responses.
 */
export function createHttpServer(
  listener: RequestListener,
  { isUnlimited = () => false, limits = {}, end, tls }: HttpServerOptions = {},
): Server {
  const { unanswered: maxUnanswered, stalledMs, idleMs, connectionsPerAddress } = { ...LIMITS, ...limits }
  const unanswered = new WeakMap<Socket, number>()

  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > maxUnanswered) return void socket.destroy()
    unanswered.set(socket, count)
    // When a connection closes, Node tells only the response that is being sent, not those waiting behind it.
    const onLost = () => response.closed || response.emit('close')
    socket.once('close', onLost)
    response.once('close', () => {
      socket.off('close', onLost)
      unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1)
    })
    // The client then opens its next connection through the balancer.
    if (end?.isDraining) response.setHeader('connection', 'close')
    listener(request, response)
  }

  const http = { requireHostHeader: false }
  const server = tls ? createSecureServer({ ...http, ...tls }, onRequest) : createServer(http, onRequest)
  // An unknown Expect header is ignored.
  server.on('checkExpectation', onRequest)
  server.on('clientError', (error: NodeJS.ErrnoException, stream: Duplex) => {
    if (!stream.writable || isAnswered(stream)) return void stream.destroy()
    const problem = PROBLEMS[error.code ?? ''] ?? 'The request is not valid HTTP'
    refuseRaw(stream, failure('VALIDATION_FAILED', problem))
  })
  server.on('connect', (_, stream) => {
    stream.on('error', () => stream.destroy())
    refuseRaw(stream, notFound())
  })

  // A world may take long to arrive. Connections on which nothing arrives end much earlier.
  server.requestTimeout = HOUR_MS
  server.keepAliveTimeout = idleMs
  server.timeout = stalledMs
  // Fires when a connection is idle for this time. A client that waits for a slow call is not at fault.
  server.on('timeout', (socket) => {
    const waitsForUs = (unanswered.get(socket) ?? 0) > 0 && socket.writableLength === 0
    if (!waitsForUs) socket.destroy()
  })

  const perAddress = addressCounter(connectionsPerAddress)
  // Each response that waits on a connection adds a listener for its end.
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) =>
    socket.setMaxListeners(2 * maxUnanswered),
  )
  server.on('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined || isUnlimited(socket.remoteAddress)) return
    if (!perAddress(socket.remoteAddress, socket)) socket.destroy()
  })
  return server
}

/** Whether a response has started, so that nothing else may be written. Node stores it on the connection. */
const isAnswered = (stream: Duplex & { _httpMessage?: ServerResponse }): boolean =>
  stream._httpMessage?.headersSent ?? false
