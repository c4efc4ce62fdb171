import { ENTRY, type Lexicon } from '../lexicon.ts'
import { slipsAllowed, slipsBetween } from './spelling.ts'

/** Min letters of a word that is corrected. Shorter words are similar to too many others. */
const SHORTEST = 5

/**
 * Creates a function that finds the entry of the word that was probably meant: the one with the fewest typing errors,
 * and the most frequent of several. It returns -1 if no word is close enough.
 */
export function createMisspellings(lexicon: Lexicon): (word: string) => number {
  const byLength = new Map<number, number[]>()
  const letters = new Uint32Array(lexicon.entries.length)
  for (const [entry, word] of lexicon.entries.entries()) {
    if (lexicon.entryType[entry] !== ENTRY.word || word.length < SHORTEST - 1) continue
    letters[entry] = lettersOf(word)
    const same = byLength.get(word.length)
    if (same === undefined) byLength.set(word.length, [entry])
    else same.push(entry)
  }

  return (word) => {
    const allowed = word.length < SHORTEST ? 0 : slipsAllowed(word.length)
    const wanted = lettersOf(word)
    let best = -1
    let fewest = allowed + 1
    for (let length = word.length - allowed; length <= word.length + allowed && allowed > 0; length++) {
      for (const entry of byLength.get(length) ?? []) {
        const candidate = lexicon.entries[entry] ?? ''
        // One typing error changes at most two bits of the letter mask, and comparing masks is cheaper than comparing
        // words.
        if (bits((letters[entry] ?? 0) ^ wanted) > 2 * allowed) continue
        if (candidate[0] !== word[0] && candidate[1] !== word[1]) continue
        const slips = slipsBetween(word, candidate, Math.min(allowed, fewest))
        if (slips < fewest || (slips === fewest && slips <= allowed && entry < best)) {
          fewest = slips
          best = entry
        }
      }
    }
    return best
  }
}

/** A bit mask of the letters in a word. All characters other than a to z share one bit. */
function lettersOf(word: string): number {
  let mask = 0
  for (let at = 0; at < word.length; at++) {
    const letter = word.charCodeAt(at) - 97
    mask |= 1 << (letter >= 0 && letter < 26 ? letter : 26)
  }
  return mask
}

function bits(mask: number): number {
  let count = 0
  for (let left = mask; left !== 0; left &= left - 1) count++
  return count
}
