import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { BODY } from '../../../core/contract/constants.ts'
import type { SignedIn } from '../../../core/contract/schemas/user.ts'
import { neededKey } from '../../../core/contract/table/endpoint.ts'
import { endpoints } from '../../../core/contract/table/endpoints.ts'
import { findRoute, type Route } from '../../../core/contract/table/routes.ts'
import { type Call, piecesOf, type Reply } from '../../../engine/calls/call.ts'
import { unavailable } from '../../../engine/calls/reply.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { HostCheck } from './known-host.ts'
import type { Limits } from './limits/limits.ts'
import { setDeviceCookie } from './pages/device-cookie.ts'
import { type UnsentBytes, unsentBytes } from './unsent-bytes.ts'

interface CallOptions {
  readonly engine: Engine
  readonly checkHost: HostCheck
  readonly limits: Limits
  readonly publicUrl: string | null
}

/** Answers requests for the endpoints of the table: each becomes a call of the engine, whose reply is the response. */
export function httpCalls({ engine, checkHost, limits, publicUrl }: CallOptions): RequestHandler {
  const unsent = unsentBytes()
  const parsers = new Map<number, RequestHandler>()
  for (const { maxBodyBytes } of Object.values(endpoints)) {
    // Any content type: a body that is not JSON must be refused, not treated as empty.
    parsers.set(maxBodyBytes, express.json({ limit: maxBodyBytes, type: () => true, strict: false }))
  }
  return (request, response, next) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = findRoute(method, request.originalUrl.split('?')[0] ?? '')
    if (!route || !engine.answers(route.name)) return next()
    const isForAdmins = neededKey(endpoints[route.name].auth) !== null
    const refused = isForAdmins ? checkHost(request) : null
    if (refused) return write(response, refused)
    /** Responds to a call that does not reach its operation. */
    const refuse = async (body: unknown, status: number, respond: () => void) => {
      if (isForAdmins) await engine.listAnswered({ ...callOf(route, request, publicUrl), body }, status)
      respond()
    }
    const isLines = endpoints[route.name].kind === 'lines'
    const dispatch = (problem?: unknown) => {
      if (problem) {
        const { isTooLarge, text } = unreadBody(problem)
        return void refuse(text, isTooLarge ? 413 : 400, () => next(problem))
      }
      engine
        .dispatch({
          ...callOf(route, request, publicUrl),
          // What is left of a body that is refused is read, so that the client gets to read why.
          ...(isLines && { body: request.iterator({ destroyOnReturn: false }) }),
          mayCreateAccount: response.locals.mayCreateAccount !== false,
        })
        .then((reply) => {
          if (route.name === 'signInDevice') {
            response.locals.isNewAccount = isNewAccount(reply)
            if (reply.status < 400) setDeviceCookie(request, response, publicUrl)
            // The limiter has set it, but the caller has an account.
            if (reply.status !== 429) response.removeHeader('Retry-After')
          }
          response.locals.isCheap = reply.isCheap === true
          // An export of the world may be larger.
          const pieces = piecesOf(reply)
          return pieces
            ? send(response, reply, pieces, 'application/json')
            : write(response, reply, isForAdmins ? undefined : unsent)
        })
        .catch(next)
    }
    /** The body may tell who calls. */
    const limited = (problem?: unknown) => {
      const limit = limits.ofEndpoint[route.name]
      if (problem || !limit) dispatch(problem)
      else limit(request, response, dispatch)
    }
    const read = (problem?: unknown) => {
      if (problem) return next(problem)
      const isEmpty = request.headers['content-length'] === undefined && !request.headers['transfer-encoding']
      if (isEmpty || isLines) return limited()
      const { maxBodyBytes } = endpoints[route.name]
      const parse = () => parsers.get(maxBodyBytes)?.(request, response, limited)
      if (maxBodyBytes <= BODY.maxBytes) return parse()
      // A large body is read only for a call that would be allowed.
      return engine
        .refusalOf(callOf(route, request, publicUrl))
        .then((refused) => (refused ? refuse(null, refused.status, () => write(response, refused)) : parse()))
        .catch(next)
    }
    if (isForAdmins) limits.adminKeys(request, response, read)
    else read()
  }
}

/** What is known of a body that the parser has refused. */
function unreadBody(problem: unknown): { isTooLarge: boolean; text: string } {
  const { type, body, length } = problem as { type?: unknown; body?: unknown; length?: unknown }
  const isTooLarge = type === 'entity.too.large'
  return { isTooLarge, text: typeof body === 'string' ? body : `(${length ?? 'unreadable'} bytes)` }
}

const isNewAccount = ({ body }: Reply): boolean => (body as Partial<SignedIn> | null)?.isNewUser === true

/** Converts an Express request to a call of the engine. */
export function callOf(route: Route, request: Request, publicUrl: string | null): Call {
  const [, search] = request.originalUrl.split('?')
  return {
    ...route,
    query: search === undefined ? {} : Object.fromEntries(new URLSearchParams(search)),
    body: request.body === undefined ? {} : request.body,
    headers: request.headers as Record<string, string | undefined>,
    origin: publicUrl ?? originOf(request),
    ...(request.ip !== undefined && { address: request.ip }),
  }
}

/** Sends text in pieces. If it ends early, the connection breaks, so that the client does not take it for all of it. */
async function send(
  response: Response,
  reply: Reply,
  pieces: AsyncIterable<string>,
  type: string,
): Promise<void> {
  response.set(reply.headers).status(reply.status).setHeader('content-type', type)
  if (response.req.method === 'HEAD') return void response.end()
  // Logs, metrics, limits and the pipeline each listen for its end, a fixed number above Node's default.
  response.setMaxListeners(20)
  await pipeline(Readable.from(pieces, { objectMode: false, highWaterMark: 1 }), response).catch((error) => {
    // The client has hung up.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

/** A host name or an address, with or without a port. Invitations never contain anything else. */
const HOST = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\])(:\d{1,5})?$/i
const MAX_HOST_LENGTH = 255

/** The origin that the caller used, or the one that a trusted proxy reports. */
export function originOf({ protocol, host, socket }: Request): string {
  const isHost = host !== undefined && host.length <= MAX_HOST_LENGTH && HOST.test(host)
  return `${protocol === 'https' ? 'https' : 'http'}://${isHost ? host : `localhost:${socket.localPort}`}`
}

/**
 * Sends a reply of the engine as the response. A public one is 304 for a client that has it.
 * @param unsent if given, a large body is refused while too much is unsent.
 */
export function write(response: Response, reply: Reply, unsent?: UnsentBytes): void {
  const { status, headers, body, raw, drop } = reply
  if (drop) return void response.socket?.destroy()
  const bytes = Buffer.from(raw ?? JSON.stringify(body))
  const isBusy = unsent?.(bytes.length, response) === false
  if (isBusy) return void write(response, BUSY)
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'vary') response.vary(value)
    else response.setHeader(name, value)
  }
  if (status === 304) return void response.status(304).end()
  response.status(status).setHeader('content-type', 'application/json')
  // Others must not be stored, so they need no ETag.
  if (headers['cache-control'] === 'no-cache') response.send(bytes)
  else response.end(bytes)
}

const BUSY = unavailable('The server has too much to send at the moment. Please try again.')
