import { calls, methodAndPath } from '../table/calls.ts'
import type { ReplyOf, SentBody, SentParams, SentQuery } from '../table/endpoint.ts'
import type { EndpointName, Endpoints } from '../table/endpoints.ts'
import { HEADER } from '../table/headers.ts'
import { fillPath } from '../table/path.ts'
import { textOfWorld, worldOfText } from '../world-lines.ts'
import { ApiError, NETWORK_ERROR, UNKNOWN_ERROR } from './api-error.ts'
import type { CallOptions, ClientOptions } from './client-options.ts'
import type { CallContext, CallParts, CallResponse, Transport } from './transport.ts'

/** The parts of a call that its endpoint takes. An endpoint without parts takes no argument. */
type CallInput<K extends EndpointName> = Given<'params', SentParams<Endpoints[K]>> &
  GivenQuery<SentQuery<Endpoints[K]>> &
  Given<'body', SentBody<Endpoints[K]>>

type Given<Part extends string, Value> = [Value] extends [undefined]
  ? { [P in Part]?: undefined }
  : { [P in Part]: Value }

/** A query whose fields are all optional is optional too. */
type GivenQuery<Value> = [Value] extends [undefined]
  ? { query?: undefined }
  : Record<string, never> extends Value
    ? { query?: Value | undefined }
    : { query: Value }

type CallArguments<K extends EndpointName> =
  // biome-ignore lint/complexity/noBannedTypes: whether nothing is needed
  {} extends CallInput<K>
    ? [input?: CallInput<K>, options?: CallOptions]
    : [input: CallInput<K>, options?: CallOptions]

export type Client = {
  [K in EndpointName]: (...args: CallArguments<K>) => Promise<ReplyOf<Endpoints[K]>>
}

/** Access to a server, over HTTP or in process. */
export interface ServerAccess {
  /** Scheme, host and port, without a trailing slash. */
  readonly baseUrl: string
  /** Sends requests that the typed client cannot send. */
  readonly fetch: typeof fetch
  /** Sends the calls of the typed client. Default: HTTP requests through `fetch`. */
  readonly transport?: Transport
  /** A function if the key can change, for example when the server restarts. */
  readonly adminKey?: string | (() => string | undefined)
}

/** The credentials of a client's calls, and a callback for their responses. */
interface Caller {
  /** Returns the current bearer token; null if there is none. */
  token?(): string | null
  /** A function if the key can change. */
  readonly adminKey?: ClientOptions['adminKey']
  /** Called with each response, for example to read its headers. */
  onReply?(name: EndpointName, response: CallResponse): void
}

/**
 * The typed client of the API over HTTP, with one method per endpoint. It uses the schemas only as
 * types and does not load them. If there is no response, its methods throw the error of fetch.
 *
 * @throws {ApiError} from every method, with the server's code and message, or with NETWORK_ERROR or UNKNOWN_ERROR if
 * the body is not an error of the API.
 */
export const createClient = ({
  baseUrl,
  // Not the function itself, which a mock may replace later.
  fetch = (...request) => globalThis.fetch(...request),
  ...caller
}: ClientOptions): Client => clientOver(httpTransport(baseUrl, fetch), caller)

/** The typed client of a server. Without a token, it is for admin calls, controls and calls without a player. */
export const clientOf = (access: ServerAccess, caller: Omit<Caller, 'adminKey'> = {}): Client =>
  clientOver(transportOf(access), { ...caller, adminKey: access.adminKey })

/** Only these calls carry the admin key: players' calls, which others may log, need none. */
const FOR_ADMINS = /^\w+ \/(?:api\/admin|control)\//

/** The transport for the typed client of a server. */
export const transportOf = ({ transport, baseUrl, fetch }: ServerAccess): Transport =>
  transport ?? httpTransport(baseUrl, fetch)

/** The key of admin calls and controls, as of now. */
export const currentKey = (key: ServerAccess['adminKey']): string | undefined =>
  typeof key === 'function' ? key() : key

/** The typed client over any transport. */
export function clientOver(transport: Transport, caller: Caller): Client {
  const client: Record<string, unknown> = {}
  for (const name of Object.keys(calls) as EndpointName[]) {
    client[name] = (parts?: CallParts, options?: CallOptions) =>
      callOver(transport, caller, name, parts, options)
  }
  return client as Client
}

/** Makes one call by its name, for a name that is only known at run time. Throws an {@link ApiError} for a refusal. */
export async function callOver(
  transport: Transport,
  caller: Caller,
  name: EndpointName,
  parts: CallParts = {},
  { signal }: CallOptions = {},
): Promise<unknown> {
  const response = await transport(name, parts, {
    token: caller.token?.() ?? null,
    ...(FOR_ADMINS.test(calls[name]) && { adminKey: currentKey(caller.adminKey) }),
    ...(signal && { signal }),
  })
  caller.onReply?.(name, response)
  if (!response.ok) throw await readError(response)
  return name === 'exportWorld' ? worldOfText(await response.text()) : response.json()
}

/** Converts a failed response into an `ApiError`. */
export async function readError(response: CallResponse): Promise<ApiError> {
  const { status, statusText } = response
  let body: unknown
  try {
    body = await response.json()
  } catch {
    return new ApiError(NETWORK_ERROR, `Request failed with status ${status}`, status, statusText)
  }
  const error = (body as { error?: { code?: unknown; message?: unknown } } | null)?.error
  const code = typeof error?.code === 'string' ? error.code : null
  const message = typeof error?.message === 'string' ? error.message : null
  if (code === null && message === null) {
    return new ApiError(UNKNOWN_ERROR, 'An unknown error occurred', status, statusText)
  }
  // Without a message, callers show their own.
  return new ApiError(code ?? UNKNOWN_ERROR, message ?? '', status, statusText)
}

/** A call as the arguments of fetch. */
export interface HttpRequest {
  readonly url: string
  readonly init: RequestInit
}

/**
 * Sends calls over HTTP.
 * @param baseUrl scheme, host and port, without a trailing slash; empty for the origin of the page.
 */
function httpTransport(baseUrl: string, send: typeof fetch): Transport {
  return (name, parts, context) => {
    const { url, init } = httpRequest(baseUrl, name, parts, context)
    return send(url, init)
  }
}

/**
 * The HTTP request of a call.
 * @throws {TypeError} if a path parameter is missing.
 */
export function httpRequest(
  baseUrl: string,
  name: Parameters<Transport>[0],
  { params, query, body }: CallParts,
  { token, adminKey, signal }: CallContext,
): HttpRequest {
  const [method, path] = methodAndPath(name)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token) headers[HEADER.authorization] = `Bearer ${token}`
  if (adminKey) headers[HEADER.adminKey] = adminKey
  const isWorld = name === 'restoreWorld'
  if (body !== undefined) headers['content-type'] = isWorld ? 'application/x-ndjson' : 'application/json'
  return {
    url: baseUrl + fillPath(path, params) + queryString(query),
    init: {
      method,
      headers,
      ...(body !== undefined && {
        body: isWorld ? textOfWorld(body as Parameters<typeof textOfWorld>[0]) : JSON.stringify(body),
      }),
      ...(signal && { signal }),
    },
  }
}

function queryString(query: CallParts['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`
}
