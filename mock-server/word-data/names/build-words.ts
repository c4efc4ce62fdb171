/**
 * Builds the word lists of the username check. The output is deterministic.
 * Run `npm run build:username-words -w @inkling/mock-server`, which installs the sources first.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { placesOf, runsOf } from '../../src/core/rules/username/term.ts'
import { COMPOUNDS, RESERVED } from './bad-words.ts'
import { excusesFor } from './excuses.ts'
import { fold } from './fold-name.ts'
import { englishWords, NAMES, names, readBadWords, WHOLE_NAMES } from './sources.ts'

const OUTPUT = 'src/core/rules/username/username-words.generated.json'
/** Words that only a whole ordinary word excuses, never a piece of one. */
const STRONG = /fuck|shit|cunt|nigg|bitch|whore|slut|fagg|pussy|penis|vagina|merde|putain/
/** Ordinary words that look like forms of a bad word. */
const NO_FORMS = new Set(
  'butter buttery buttered spicy spiced dicker cocker therapist drape cumin cummings analise spunky snatcher'.split(
    ' ',
  ),
)
/** Names of this letter, at least as long, are placeholders. */
const PLACEHOLDER = 'xxxx'
const require = createRequire(import.meta.url)

if (!existsSync('src/core/rules')) {
  throw new Error(
    'There is no folder src/core/rules here; run npm run build:username-words -w @inkling/mock-server',
  )
}
const { english, foreign, cyrillic } = readBadWords()
const bad = [...new Set([...RESERVED, ...english, ...foreign])].sort()
const terms = shortest(bad)
const ordinary = readOrdinaryWords()
const excused: Record<string, string> = {}
const plain: string[] = []
for (const term of terms) {
  const excuses = excusesOf(term)
  if (excuses.length === 0) plain.push(term)
  else excused[term] = excuses.join(' ')
}
const across = terms.filter((term) => STRONG.test(term) && (term.length > 4 || term === 'fuck'))
const lists = {
  plain: plain.join(' '),
  excused,
  across: across.join(' '),
  reserved: terms.filter((term) => RESERVED.includes(term)).join(' '),
  cyrillic: [...cyrillic].sort().join(' '),
}
writeFileSync(OUTPUT, `${JSON.stringify(lists)}\n`)
process.stderr.write(
  `${OUTPUT}: ${plain.length} words never excused, ${Object.keys(excused).length} with excuses\n`,
)

function excusesOf(term: string): string[] {
  const runs = runsOf(term)
  const names = WHOLE_NAMES.map(fold).filter((name) => placesOf(runs, runsOf(name)).length > 0)
  return [...piecesFor(term), ...names.flatMap(wholeNames)]
}

/** "The Dicksons" are named so too. The plurals of short names are not only names. */
function wholeNames(name: string): string[] {
  return name.length < 6 || name.endsWith('s') ? [`^${name}$`] : [`^${name}$`, `^${name}s$`]
}

function piecesFor(term: string): string[] {
  const runs = runsOf(term)
  const containing = ordinary.filter((word) => placesOf(runs, runsOf(word)).length > 0)
  if (STRONG.test(term)) return containing.map((word) => `^${word}$`)
  const whole = containing.filter((word) => NO_FORMS.has(word)).map((word) => `^${word}`)
  if (placesOf(runs, runsOf(PLACEHOLDER)).length > 0) whole.push(`^${PLACEHOLDER}$`)
  const kind = RESERVED.includes(term) ? 'reserved' : english.has(term) ? 'bad' : 'foreign'
  return [...whole, ...excusesFor(term, containing, [...bad, ...COMPOUNDS], kind)]
}

/**
 * Removes bad words that contain a shorter bad word, since the shorter one is found anyway. A three-letter one does
 * not count: in leet it is found only as a whole part of a name.
 */
function shortest(words: readonly string[]): string[] {
  const contains = (word: string, other: string): boolean =>
    other !== word && other.length > 3 && word.includes(other)
  return words.filter((word) => !words.some((other) => contains(word, other)))
}

/** Words and names that are neither bad nor forms of bad words. */
function readOrdinaryWords(): string[] {
  const { cuss } = require('cuss') as { cuss?: Record<string, number> }
  const hasForms = (word: string): boolean => english.has(word) || RESERVED.includes(word)
  const isForm = (word: string): boolean =>
    ['s', 'es', 'ed', 'er', 'ers', 'ing', 'ings', 'y', 'ies'].some(
      (ending) => word.endsWith(ending) && hasForms(word.slice(0, -ending.length)),
    )
  const isFine = (word: string): boolean =>
    /^[a-z]{4,20}$/.test(word) &&
    !bad.includes(word) &&
    !COMPOUNDS.some((compound) => word.includes(compound)) &&
    (NO_FORMS.has(word) || !isForm(word)) &&
    (cuss?.[word] ?? 0) < 2
  const given = new Set(NAMES.map(fold))
  const words = new Set([...englishWords([10, 20, 35, 40, 50, 55, 60]), ...names()])
  return [...words].filter((word) => isFine(word) && (!STRONG.test(word) || given.has(word))).sort()
}
