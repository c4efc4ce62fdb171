import type { Request } from 'express'
import type { Call } from '../../engine/call.ts'
import type { Route } from '../routes.ts'

const LOOPBACK = /^(::1|(::ffff:)?127\.)/

/** An Express request as the engine takes it. */
export function callOf(route: Route, request: Request): Call {
  const [, search] = request.originalUrl.split('?')
  return {
    ...route,
    query: search === undefined ? {} : Object.fromEntries(new URLSearchParams(search)),
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
