import { QuickDrawCollection } from '@inkling/fixtures/drawings/quickdraw'
import { words } from '@inkling/fixtures/words'

export type { SketchFile } from '@inkling/fixtures/drawings/library'
export { type QuickDrawCounts, QuickDrawError } from '@inkling/fixtures/drawings/quickdraw'

/** How many words the game has. */
export const wordCount = words.length

/**
 * A collection of drawings that shows words of the game only, so that nobody is shown what they should not see.
 * @param options the key ids of drawings to leave out, and the most drawings of one word.
 */
export const collectForBots = (options: {
  readonly blocked: ReadonlySet<string>
  readonly perWord: number
}): QuickDrawCollection =>
  new QuickDrawCollection({ words: new Set(words.map(({ word }) => word)), ...options })
