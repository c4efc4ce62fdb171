import { methodAndPath } from '../table/calls.ts'
import { HEADER } from '../table/headers.ts'
import { fillPath } from '../table/path.ts'
import type { CallContext, CallParts, Transport } from './transport.ts'

/** A call as the arguments of fetch. */
export interface HttpRequest {
  readonly url: string
  readonly init: RequestInit
}

/**
 * Sends calls over HTTP.
 * @param baseUrl scheme, host and port, without a trailing slash; empty for the origin of the page.
 */
export function httpTransport(baseUrl: string, send: typeof fetch): Transport<Response> {
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
  if (body !== undefined) headers['content-type'] = 'application/json'
  return {
    url: baseUrl + fillPath(path, params) + queryString(query),
    init: {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    },
  }
}

function queryString(query: CallParts['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`
}
