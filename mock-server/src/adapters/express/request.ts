import type { Request } from 'express'
import type { Call } from '../../engine/call.ts'
import { isLoopback } from '../loopback.ts'
import type { Route } from '../routes.ts'

/** An Express request as the engine takes it. */
export function callOf(route: Route, request: Request): Call {
  const [, search] = request.originalUrl.split('?')
  return {
    ...route,
    query: search === undefined ? {} : Object.fromEntries(new URLSearchParams(search)),
    body: request.body === undefined ? {} : request.body,
    headers: request.headers as Record<string, string | undefined>,
    origin: `${request.protocol}://${request.headers.host ?? 'localhost'}`,
    local: isLoopback(request) && isOwnPage(request.headers.origin),
  }
}

const OWN_PAGE = /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/

/** A page from elsewhere that a browser of this machine shows is not this machine. */
const isOwnPage = (origin: string | undefined): boolean => origin === undefined || OWN_PAGE.test(origin)
