import { endpoints } from '../../core/contract/table/endpoints.ts'
import { findRoute } from '../../core/contract/table/routes.ts'
import type { Reply } from '../../engine/calls/call.ts'
import { malformedJson, notFound, tooLarge } from '../../engine/calls/reply.ts'
import type { Engine } from '../../engine/engine.ts'
import { dataHeaders } from './data-headers.ts'
import { isLonger, replyTo, textOf } from './in-process-transport.ts'

/**
 * Answers a web `Request` with an engine: for msw, and for in-process requests that the typed client cannot send.
 * @throws {TypeError} as fetch does, if a fault breaks the connection.
 */
export async function answerRequest(engine: Engine, request: Request): Promise<Response> {
  const reply = await replyToRequest(engine, request)
  const { status, headers } = reply
  const own = { 'content-type': 'application/json', ...dataHeaders(engine) }
  const text = status === 304 ? null : await textOf(reply)
  return new Response(text, { status, headers: { ...own, ...headers } })
}

async function replyToRequest(engine: Engine, request: Request): Promise<Reply> {
  const url = new URL(request.url)
  const route = findRoute(request.method === 'HEAD' ? 'GET' : request.method, url.pathname)
  if (!route) return notFound()
  const text = await request.text()
  const isLines = endpoints[route.name].kind === 'lines'
  if (!isLines && isLonger(text, endpoints[route.name].maxBodyBytes)) return tooLarge()
  let body: unknown
  try {
    if (isLines) body = inOnePiece(text)
    else body = text === '' ? {} : JSON.parse(text)
  } catch {
    return malformedJson()
  }
  return replyTo(engine, {
    ...route,
    query: Object.fromEntries(url.searchParams),
    body,
    headers: Object.fromEntries(request.headers),
    origin: url.origin,
  })
}

async function* inOnePiece(text: string): AsyncGenerator<string> {
  yield text
}
