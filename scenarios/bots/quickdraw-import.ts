import { QuickDrawCollection } from '@inkling/fixtures/drawings/quickdraw'
import { words } from '@inkling/fixtures/words'

export type { SketchFile } from '@inkling/fixtures/drawings/library'
export { type QuickDrawCounts, QuickDrawError } from '@inkling/fixtures/drawings/quickdraw'

/** The number of words in the game. */
export const wordCount = words.length

/**
 * A collection of drawings restricted to the game's words, so that players only see suitable pictures.
 * @param options the key ids of drawings to exclude, and the maximum number of drawings per word.
 */
export const collectForBots = (options: {
  readonly blocked: ReadonlySet<string>
  readonly perWord: number
}): QuickDrawCollection =>
  new QuickDrawCollection({ words: new Set(words.map(({ word }) => word)), ...options })
