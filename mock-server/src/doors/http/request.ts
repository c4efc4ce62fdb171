import type { Request } from 'express'
import type { Route } from '../../contract/table/routes.ts'
import type { Call } from '../../engine/call.ts'

/** A host name or an address, with or without a port. Invitations never contain anything else. */
const HOST = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\])(:\d{1,5})?$/i
const MAX_HOST_LENGTH = 255

/** The origin that the caller used, or the one that a trusted proxy reports. */
export function originOf({ protocol, host, socket }: Request): string {
  const isHost = host !== undefined && host.length <= MAX_HOST_LENGTH && HOST.test(host)
  return `${protocol === 'https' ? 'https' : 'http'}://${isHost ? host : `localhost:${socket.localPort}`}`
}

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
