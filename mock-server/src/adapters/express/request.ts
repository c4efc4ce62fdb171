import type { Request } from 'express'
import type { EndpointName } from '../../contract/endpoints.ts'
import type { Call } from '../../engine/call.ts'

const LOOPBACK = /^(::1|(::ffff:)?127\.)/

/** An Express request as the engine takes it. */
export function callOf(name: EndpointName, request: Request): Call {
  return {
    name,
    params: request.params as Record<string, string>,
    query: Object.fromEntries(new URLSearchParams(request.url.split('?')[1])),
    body: request.body ?? {},
    headers: request.headers as Record<string, string | undefined>,
    origin: `${request.protocol}://${request.headers.host ?? 'localhost'}`,
    local: isLoopback(request),
  }
}

/** From this machine, and not passed on by a proxy. */
export function isLoopback({ headers, socket }: Request): boolean {
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded
  return forwarded === undefined && LOOPBACK.test(socket.remoteAddress ?? '')
}
