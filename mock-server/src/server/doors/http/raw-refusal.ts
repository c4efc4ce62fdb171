import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Reply } from '../../../engine/calls/call.ts'

/** Writes a refusal to a raw connection and closes it, for requests that do not reach Express. */
export function refuseRaw(stream: Duplex, { status, headers, body }: Reply): void {
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  stream.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => stream.destroy())
}
