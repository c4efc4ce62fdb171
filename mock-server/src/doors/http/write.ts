import type { Response } from 'express'
import type { Reply } from '../../engine/call.ts'
import { unavailable } from '../../engine/reply.ts'
import type { UnsentBytes } from './unsent-bytes.ts'

/**
 * Sends a reply of the engine as the response, or 304 to a client that has it.
 * @param unsent if given, a large body is refused while too much is unsent.
 */
export function write(response: Response, reply: Reply, unsent?: UnsentBytes): void {
  const { status, headers, body, raw, drop } = reply
  if (drop) return void response.socket?.destroy()
  const bytes = Buffer.from(raw ?? JSON.stringify(body))
  const isBusy = unsent?.take(bytes.length, response) === false
  if (isBusy) return void write(response, BUSY)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.status(status).setHeader('content-type', 'application/json')
  // Others must not be stored, so they need no ETag.
  if (headers['cache-control'] === 'no-cache') response.send(bytes)
  else response.end(bytes)
}

const BUSY = unavailable('The server has too much to send at the moment. Please try again.')
