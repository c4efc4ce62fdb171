import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Node's own, since commands see a replacement. */
const fetchReal = fetch

/** Lets a server listen on a free port. @returns its URL */
export async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Sends a request on to another server. */
export async function forwarded(request: IncomingMessage, url: string): Promise<Response> {
  const body = await buffer(request)
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
  return fetchReal(url + request.url, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(body.length > 0 && { body }),
  })
}
