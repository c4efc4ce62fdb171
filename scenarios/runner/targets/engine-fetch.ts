import { endpoints } from '@inkling/mock-server/contract/endpoints'
import { dataHeaders } from '@inkling/mock-server/doors/data-headers'
import type { Call, Reply } from '@inkling/mock-server/engine/call'
import type { Engine } from '@inkling/mock-server/engine/engine'
import { faultReply } from '@inkling/mock-server/engine/reply'
import { abortable } from './abortable.ts'
import { endpointOf } from './endpoint-of.ts'

/**
 * A fetch that hands the calls of the typed client to an engine without making a web request of each: what a simulation
 * does a million times. Whatever else is sent goes the whole way.
 * @param engineNow the engine of the moment: a restart makes another one.
 * @param origin scheme and host that the engine is called at.
 */
export function engineFetch(engineNow: () => Engine, origin: string, wholeWay: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    const call = typeof input === 'string' && callOf(input, init, origin)
    const { signal } = init
    const engine = engineNow()
    if (!call) return inTime(wholeWay(input, init), signal)
    const reply = await inTime(answerOf(engine, call), signal)
    // As fetch does, for a connection that a fault breaks on purpose.
    if (reply.drop) throw new TypeError('fetch failed')
    return new EngineResponse(reply, dataHeaders(engine)) as unknown as Response
  }
}

/** An engine does not support signals, so the caller stops waiting. */
const inTime = <T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> =>
  signal ? abortable(work, signal) : work

/** Null for what the typed client would not send, or the engine would refuse to read. */
function callOf(
  address: string,
  { method = 'GET', headers = {}, body }: RequestInit,
  origin: string,
): Call | null {
  if (Array.isArray(headers) || headers instanceof Headers || !address.startsWith(origin)) return null
  const [path = '', query = ''] = address.slice(origin.length).split('?')
  const row = endpointOf(method, path)
  const sent = body ?? ''
  if (!row || typeof sent !== 'string' || sent.length > endpoints[row.name].maxBodyBytes) return null
  const content = sent === '' ? {} : parsed(sent)
  if (content === undefined) return null
  return {
    ...row,
    query: query === '' ? {} : Object.fromEntries(new URLSearchParams(query)),
    body: content,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    origin,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller handles bodies that are not JSON as whole requests.
    return undefined
  }
}

async function answerOf(engine: Engine, call: Call): Promise<Reply> {
  try {
    return await engine.dispatch(call)
  } catch (error) {
    console.error(error)
    return faultReply(error)
  }
}

/** As much of a Response as clients and runners look at; made of text, so that nobody shares what the engine holds. */
class EngineResponse {
  readonly status: number
  readonly #own: Reply['headers']
  readonly #common: Reply['headers']
  readonly #text: string

  constructor({ status, headers, body, raw }: Reply, common: Reply['headers']) {
    this.status = status
    this.#common = common
    this.#own = headers
    this.#text = raw ?? JSON.stringify(body)
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }

  get headers(): Headers {
    return new Headers({ 'content-type': 'application/json', ...this.#common, ...this.#own })
  }

  async text(): Promise<string> {
    return this.#text
  }

  async json(): Promise<unknown> {
    return JSON.parse(this.#text)
  }

  clone(): EngineResponse {
    return this
  }
}
