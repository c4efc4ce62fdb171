import type { Response } from 'express'
import type { Reply } from '../../engine/call.ts'

/** Sends a reply of the engine as the response. */
export function write(response: Response, { status, headers, body, raw, drop }: Reply): void {
  if (drop) return void response.socket?.destroy()
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.statusCode = status
  response.setHeader('content-type', 'application/json').end(raw ?? JSON.stringify(body))
}
