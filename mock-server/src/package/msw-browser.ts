import { words } from '@inkling/fixtures/words'
import type { RequestHandler, WebSocketHandler } from 'msw'
import { createScorer } from '../core/scoring/lexicon-scorer.ts'
import { lexiconOfWords } from '../core/scoring/word-lexicon.ts'
import { webCodecs } from '../server/platform/web-codecs.ts'
import type { HandlerOptions } from './handler-options.ts'
import { createHandlers } from './msw-handlers.ts'

/*
 * `inkling/msw` in the browser: for `setupWorker` of `msw/browser`. In its bundle, browser/ replaces modules of Node.
 * Guesses are scored by the same rules with a small lexicon: spelling, synonyms and kinds, but no meanings.
 */

/** As in Node. */
export function handlers(options: HandlerOptions = {}): (RequestHandler | WebSocketHandler)[] {
  return createHandlers({ codecs: webCodecs, scorer: createScorer(lexiconOfWords(words)) }, options)
}
