import { endpoints } from '../contract/endpoints.ts'
import type { Call, Reply } from '../engine/call.ts'
import type { Engine } from '../engine/engine.ts'
import { faultReply, malformedJson, notFound, tooLarge } from '../engine/reply.ts'
import { dataHeaders } from './data-headers.ts'
import { findRoute } from './routes.ts'

/**
 * Answers a web `Request` from an engine: the door of the in-process and the msw adapter.
 * @throws {TypeError} as fetch does, for a connection that a fault breaks on purpose.
 */
export async function answerRequest(engine: Engine, request: Request): Promise<Response> {
  const { status, headers, body, raw, drop } = await replyTo(engine, request)
  if (drop) throw new TypeError('fetch failed')
  const own = { 'content-type': 'application/json', ...dataHeaders(engine) }
  return new Response(raw ?? JSON.stringify(body), { status, headers: { ...own, ...headers } })
}

async function replyTo(engine: Engine, request: Request): Promise<Reply> {
  const url = new URL(request.url)
  const route = findRoute(request.method === 'HEAD' ? 'GET' : request.method, url.pathname)
  if (!route) return notFound()
  const text = await request.text()
  if (isLonger(text, endpoints[route.name].maxBodyBytes)) return tooLarge()
  let body: unknown
  try {
    body = text === '' ? {} : JSON.parse(text)
  } catch {
    return malformedJson()
  }
  const call: Call = {
    ...route,
    query: Object.fromEntries(url.searchParams),
    body,
    headers: Object.fromEntries(request.headers),
    origin: url.origin,
  }
  try {
    return await engine.dispatch(call)
  } catch (error) {
    console.error(error)
    return faultReply(error)
  }
}

/** Whether a text takes more bytes than that; a character takes three at the most. */
const isLonger = (text: string, bytes: number): boolean =>
  text.length > bytes || (text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes)
