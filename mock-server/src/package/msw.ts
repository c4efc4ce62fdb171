import type { RequestHandler, WebSocketHandler } from 'msw'
import { referenceScorer } from '../compose/reference-engine.ts'
import { nodeCodecs } from '../platform/node-codecs.ts'
import type { HandlerOptions } from './handler-options.ts'
import { createHandlers } from './msw-handlers.ts'

export type { HandlerOptions } from './handler-options.ts'

/* `inkling/msw` in Node: for `setupServer` of `msw/node`. */

/**
 * Handlers for Mock Service Worker that answer as the reference server does: every call, pictures of avatars, and the
 * socket of live reactions. Each call of this function starts a server of its own in memory; `/control` needs no key.
 * An invalid clock, time zone or world document fails the first call that is answered.
 * @throws {RangeError} for an unknown world name.
 */
export function handlers(options: HandlerOptions = {}): (RequestHandler | WebSocketHandler)[] {
  // The lexicon is read when somebody first guesses.
  const scorer = { judge: (guess: string, target: string) => referenceScorer().judge(guess, target) }
  return createHandlers({ codecs: nodeCodecs, scorer }, options)
}
