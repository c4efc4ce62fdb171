import type { RequestHandler } from 'express'
import type { Engine } from '../../../engine/engine.ts'
import { callOf, write } from './http-calls.ts'
import type { HostCheck } from './known-host.ts'
import type { ServerEnd } from './server-end.ts'

/** Interval of the comments that keep proxies from closing an idle stream. */
const KEEP_ALIVE_MS = 15_000
/** A reader with more unread bytes is disconnected: it reconnects. */
const MAX_BUFFERED_BYTES = 1024 * 1024

/** `/control/events`: the engine's events as server-sent events (API.md, Controls). */
export function eventStream(engine: Engine, checkHost: HostCheck, end?: ServerEnd): RequestHandler {
  return async (request, response) => {
    const call = callOf({ name: 'watchEvents', params: {} }, request, null)
    const refused = checkHost(request) ?? (await engine.refusalOf(call))
    await engine.listAnswered(call, refused?.status ?? 200)
    if (refused) return write(response, refused)
    if (request.socket.destroyed) return
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    if (request.method === 'HEAD') return void response.end()
    response.write(': connected\n\n')
    // The key may be replaced meanwhile, which is an event.
    const mayRead = () => engine.hasKeyFor('watchEvents', call.headers)
    const stop = engine.events.listen((event) => {
      if (!mayRead()) response.end()
      else if (response.writableLength > MAX_BUFFERED_BYTES) response.destroy()
      else response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    })
    const keepAlive = setInterval(() => response.write(':\n\n'), KEEP_ALIVE_MS)
    const removeCallback = end?.onClose(() => response.end())
    response.once('close', () => {
      removeCallback?.()
      clearInterval(keepAlive)
      stop()
    })
  }
}
