import { words } from '@inkling/fixtures/words'
import type { RequestHandler, WebSocketHandler } from 'msw'
import { webCodecs } from '../platform/web-codecs.ts'
import { createLightScorer } from '../scoring/light-scorer.ts'
import type { HandlerOptions } from './handler-options.ts'
import { createHandlers } from './msw-handlers.ts'

/*
 * `inkling/msw` in the browser: for `setupWorker` of `msw/browser`. Its bundle gets the modules in browser/ instead of
 * Node's own. It judges guesses by spelling and the lists of synonyms, without the lexicon of 8 MB.
 */

/** As in Node; see msw.ts. */
export function handlers(options: HandlerOptions = {}): (RequestHandler | WebSocketHandler)[] {
  return createHandlers({ codecs: webCodecs, scorer: createLightScorer(words) }, options)
}
