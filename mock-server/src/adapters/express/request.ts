import type { Request } from 'express'
import type { Call } from '../../engine/call.ts'
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
  }
}
