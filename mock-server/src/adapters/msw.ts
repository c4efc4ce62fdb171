import { http, type RequestHandler } from 'msw'
import type { Engine } from '../engine/engine.ts'
import { answerRequest } from './fetch-door.ts'

const SERVED = /^\/(api|control)(\/|$)/

/**
 * The handler for Mock Service Worker, in Node or in a browser: it takes every call below `/api` and `/control`, as a
 * server does, unknown ones included.
 * @param origin scheme, host and port whose calls are taken.
 */
export function mswHandler(engine: Engine, origin: string): RequestHandler {
  const isOurs = ({ request }: { request: Request }) => {
    const url = new URL(request.url)
    return url.origin === origin && SERVED.test(url.pathname)
  }
  return http.all(isOurs, ({ request }) => answerRequest(engine, request).catch(() => Response.error()))
}
