import { ApiError, NETWORK_ERROR, UNKNOWN_ERROR } from './api-error.ts'
import { calls, methodAndPath } from './calls.ts'
import type { CallOptions, ClientOptions } from './client-options.ts'
import type { ReplyOf, SentBody, SentParams, SentQuery } from './endpoint.ts'
import type { EndpointName, Endpoints } from './endpoints.ts'
import { HEADER } from './headers.ts'
import { fillPath } from './path.ts'

/** The parts of a call that its endpoint takes. An endpoint without parts needs no argument. */
export type CallInput<K extends EndpointName> = Given<'params', SentParams<Endpoints[K]>> &
  Given<'query', SentQuery<Endpoints[K]>> &
  Given<'body', SentBody<Endpoints[K]>>

type Given<Part extends string, Value> = [Value] extends [undefined]
  ? { [P in Part]?: undefined }
  : { [P in Part]: Value }

type CallArguments<K extends EndpointName> =
  Partial<Record<'params' | 'query' | 'body', undefined>> extends CallInput<K>
    ? [input?: CallInput<K>, options?: CallOptions]
    : [input: CallInput<K>, options?: CallOptions]

export type Client = {
  [K in EndpointName]: (...args: CallArguments<K>) => Promise<ReplyOf<Endpoints[K]>>
}

/**
 * The typed client of the API: one method per endpoint of the table (spec section 7). It uses the table's schemas
 * only as types, so it loads none of them.
 * Every method throws {@link ApiError} with the server's code and message, or with NETWORK_ERROR or UNKNOWN_ERROR for
 * a body that is not the API's (spec section 8). Without a response, fetch's own error is thrown.
 */
export function createClient(options: ClientOptions): Client {
  const call = async (name: EndpointName, input: LooseInput = {}, { signal }: CallOptions = {}) => {
    const [method, path] = methodAndPath(name)
    const headers: Record<string, string> = { accept: 'application/json' }
    const token = options.token?.()
    if (token) headers[HEADER.authorization] = `Bearer ${token}`
    const adminKey = typeof options.adminKey === 'function' ? options.adminKey() : options.adminKey
    if (adminKey) headers[HEADER.adminKey] = adminKey
    if (input.body !== undefined) headers['content-type'] = 'application/json'
    const response = await options.fetch(
      options.baseUrl + fillPath(path, input.params) + queryString(input.query),
      {
        method,
        headers,
        ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
        ...(signal && { signal }),
      },
    )
    options.onReply?.(name, response)
    if (!response.ok) throw await readError(response)
    return response.json()
  }
  const client: Record<string, unknown> = {}
  for (const name of Object.keys(calls) as EndpointName[]) {
    client[name] = (input?: LooseInput, callOptions?: CallOptions) => call(name, input, callOptions)
  }
  return client as Client
}

interface LooseInput {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

function queryString(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`
}

/** Converts a failed response into the error of spec section 8. */
async function readError(response: Response): Promise<ApiError> {
  const { status, statusText } = response
  let body: unknown
  try {
    body = await response.json()
  } catch {
    return new ApiError(NETWORK_ERROR, `Request failed with status ${status}`, status, statusText)
  }
  const error = (body as { error?: { code?: unknown; message?: unknown } } | null)?.error
  if (typeof error?.code !== 'string' || typeof error.message !== 'string') {
    return new ApiError(UNKNOWN_ERROR, 'An unknown error occurred', status, statusText)
  }
  return new ApiError(error.code, error.message, status, statusText)
}
