import { judged, sameWord } from './bands.ts'
import { createHierarchy } from './hierarchy.ts'
import type { Lexicon } from './lexicon.ts'
import { distant, MATCH_RULES, type Pair } from './match-rules.ts'
import { createReader } from './reading.ts'
import { relatedness } from './relatedness.ts'
import type { Judgement, Scorer } from './scorer.ts'
import { american } from './words/british.ts'
import { type Folded, fold } from './words/fold.ts'

/** Texts longer than any guess or prompt are compared for equality only. */
const LONGEST = 240

/** Creates a scorer that compares spelling, inflected forms, everyday names, and meanings from a lexicon. */
export function createScorer(lexicon: Lexicon): Scorer {
  const reader = createReader(lexicon)
  const kinship = createHierarchy(lexicon)
  const compare = (first: Folded, second: Folded): Pair => {
    const a = reader.read(first)
    const b = reader.read(second)
    const kin = kinship(a.head, b.head)
    return { a, b, kin, r: relatedness(a, b, kin), lexicon }
  }
  return {
    judge(guess, target) {
      const [first, second] = inOrder(fold(guess), fold(target))
      const plain = compareText(first, second)
      if (plain !== null) return plain
      const pair = compare(first, second)
      for (const rule of MATCH_RULES) {
        const judgement = rule(pair)
        if (judgement !== null) return judgement
      }
      return distant(pair)
    },
  }
}

/** Sorts the two phrases, to make the scorer symmetric. */
function inOrder(a: Folded, b: Folded): [Folded, Folded] {
  return a.text <= b.text ? [a, b] : [b, a]
}

/** Comparisons that need no lexicon. */
function compareText(a: Folded, b: Folded): Judgement | null {
  if (a.compact === '' || b.compact === '') return judged('DISTANT', 0, 'There is nothing to compare')
  if (a.compact === b.compact) return judged('EXACT', 1, 'The same words')
  if (a.text.length > LONGEST || b.text.length > LONGEST) return judged('DISTANT', 0, 'Too long to compare')
  if (a.words.map(american).join('') === b.words.map(american).join('')) {
    return sameWord(1, 'British and American spelling of one word')
  }
  return null
}
