// Do scores agree with people?

import { MATCH_CATEGORIES, type MatchCategory } from '../src/core/contract/match-categories.ts'
import judgedPairs from '../src/core/scoring/judged-pairs.json' with { type: 'json' }
import { loadLexicon } from '../src/core/scoring/lexicon-file.ts'
import { createScorer } from '../src/core/scoring/lexicon-scorer.ts'
import { question, type Row, table } from './report.ts'

/* Compares the categories of everyday guesses with those that people gave them. */

const scorer = createScorer(loadLexicon())

question('Do scores agree with people?')
table([...MATCH_CATEGORIES, null].map(agreement))

/** @param category null for all. */
function agreement(category: MatchCategory | null): Row {
  const pairs = judgedPairs.filter((pair) => category === null || pair.category === category)
  const same = pairs.filter((pair) => scorer.judge(pair.guess, pair.target).category === pair.category)
  return {
    'category by people': category ?? 'all',
    pairs: pairs.length,
    'same category, %': (100 * same.length) / pairs.length,
  }
}
