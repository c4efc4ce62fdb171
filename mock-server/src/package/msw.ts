import type { RequestHandler, WebSocketHandler } from 'msw'
import { nodePorts } from '../server/platform/node-ports.ts'
import type { HandlerOptions } from './handler-options.ts'
import { createHandlers } from './msw-handlers.ts'

export type { HandlerOptions } from './handler-options.ts'

/* `inkling/msw` in Node: for `setupServer` of `msw/node`. */

/**
 * Handlers for Mock Service Worker that answer as the reference server does: every endpoint, avatar pictures, and the
 * socket of live reactions. Each call of this function creates a separate in-memory server; `/control` needs no key.
 * An invalid clock, time zone or world document makes the first request fail.
 * @throws {RangeError} for an unknown world name.
 */
export function handlers(options: HandlerOptions = {}): (RequestHandler | WebSocketHandler)[] {
  return createHandlers(nodePorts, options)
}
