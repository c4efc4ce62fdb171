import type { CallContext, CallParts, CallResponse, Transport } from '../../core/contract/client/transport.ts'
import { endpoints } from '../../core/contract/table/endpoints.ts'
import { HEADER } from '../../core/contract/table/headers.ts'
import { fillPath } from '../../core/contract/table/path.ts'
import { type Call, piecesOf, type Reply } from '../../engine/calls/call.ts'
import { faultReply, tooLarge } from '../../engine/calls/reply.ts'
import type { Engine } from '../../engine/engine.ts'
import { dataHeaders } from './data-headers.ts'

/**
 * A transport of the typed client to an engine in the same process, without requests. The engine shares the values that
 * callers send and receive, so callers must not change them. Signals have no effect: an engine cannot abort a call.
 * @param engineNow returns the current engine, which a restart replaces.
 * @param origin scheme and host of the calls.
 */
export function inProcessTransport(engineNow: () => Engine, origin: string): Transport {
  return async (name, parts, context) => {
    // As over HTTP, a call needs all parameters of its path.
    fillPath(endpoints[name].path, parts.params)
    const engine = engineNow()
    const isTooLarge =
      parts.body !== undefined &&
      endpoints[name].kind !== 'lines' &&
      isLonger(JSON.stringify(parts.body), endpoints[name].maxBodyBytes)
    const reply = isTooLarge ? tooLarge() : await replyTo(engine, callOf(name, parts, context, origin))
    return responseOf(reply, dataHeaders(engine))
  }
}

function callOf(name: Call['name'], parts: CallParts, context: CallContext, origin: string): Call {
  const { params, query, body } = parts
  const { token, adminKey } = context
  return {
    name,
    params: asText(params),
    query: asText(query),
    body: body === undefined ? {} : body,
    headers: {
      ...(token && { [HEADER.authorization]: `Bearer ${token}` }),
      ...(adminKey && { [HEADER.adminKey]: adminKey }),
    },
    origin,
  }
}

/** Values as strings, as in a path or a query. */
const asText = (values: Readonly<Record<string, unknown>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )

/**
 * Dispatches a call. An internal error is logged and becomes a reply without details.
 * @throws {TypeError} as fetch does, if a fault breaks the connection.
 */
export async function replyTo(engine: Engine, call: Call): Promise<Reply> {
  const reply = await engine.dispatch(call).catch((error: unknown) => {
    console.error(error)
    return faultReply(error)
  })
  if (reply.drop) throw new TypeError('fetch failed')
  return reply
}

/** Whether a text has more than `bytes` bytes in UTF-8. Encodes it only if needed: a UTF-16 unit takes three bytes at most. */
export const isLonger = (text: string, bytes: number): boolean =>
  text.length > bytes || (text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes)

/** What a reply sends. */
export async function textOf(reply: Reply): Promise<string> {
  const pieces = piecesOf(reply)
  if (!pieces) return reply.raw ?? JSON.stringify(reply.body)
  const all: string[] = []
  for await (const piece of pieces) all.push(piece)
  return all.join('')
}

/** A reply in the form that clients read. */
function responseOf(reply: Reply, common: Reply['headers']): CallResponse {
  const { status, headers, raw, body } = reply
  const response: CallResponse = {
    status,
    // As over HTTP/2.
    statusText: '',
    ok: status >= 200 && status < 300,
    get headers() {
      return new Headers({ 'content-type': 'application/json', ...common, ...headers })
    },
    text: () => textOf(reply),
    json: async () => (raw === undefined && !piecesOf(reply) ? body : JSON.parse(await textOf(reply))),
    clone: () => response,
  }
  return response
}
