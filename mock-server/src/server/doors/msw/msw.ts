import { http, type RequestHandler, type WebSocketHandler } from 'msw'
import type { Engine } from '../../../engine/engine.ts'
import { answerRequest } from '../fetch-door.ts'
import { avatarHandlers } from './msw-avatars.ts'
import { reactionSocket } from './msw-reactions.ts'

const SERVED = /^\/(api|control)(\/|$)/

/** Matches every origin. */
export const ANY_ORIGIN = '*'

/**
 * The handler for Mock Service Worker, in Node or in a browser. Like a server, it answers every call below `/api` and
 * `/control`, including unknown ones.
 * @param engine the engine, or a function that opens it or returns the open one.
 * @param origin scheme, host and port whose calls are handled; `*` for every origin.
 */
function mswHandler(engine: Engine | (() => Promise<Engine>), origin: string): RequestHandler {
  const open = typeof engine === 'function' ? engine : async () => engine
  const isOurs = ({ request }: { request: Request }) => {
    const url = new URL(request.url)
    return (origin === ANY_ORIGIN || url.origin === origin) && SERVED.test(url.pathname)
  }
  return http.all(isOurs, async ({ request }) => {
    const opened = await open()
    // It fails only as fetch does, if a fault breaks the connection.
    return answerRequest(opened, request).catch(() => Response.error())
  })
}

/** Handlers for everything that a client needs from a server: calls, avatars, live reactions. */
export const mswHandlers = (
  open: () => Promise<Engine>,
  origin: string,
): (RequestHandler | WebSocketHandler)[] => [
  mswHandler(open, origin),
  ...avatarHandlers(origin),
  reactionSocket(open, origin),
]
