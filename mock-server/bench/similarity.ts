import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadLexicon } from '../src/scoring/lexicon-file.ts'
import { createScorer } from '../src/scoring/lexicon-scorer.ts'
import { readJudgedSet } from '../src/scoring/similarity/judged-set.ts'
import { spearman } from '../src/scoring/similarity/spearman.ts'

/*
 * `npm run bench:similarity -- --sets DIR`: rank correlation of scores with human judgements. Download the sets of
 * judgements yourself. Every .txt, .tsv, .csv and .dat file of the folder is one set.
 */

const BOUNDS: readonly { name: RegExp; raw: number; banded?: number }[] = [
  { name: /wordsim|combined/i, raw: 0.75 },
  { name: /simlex/i, raw: 0.65, banded: 0.62 },
  { name: /\bmen\b|men_/i, raw: 0.8 },
]

const { values } = parseArgs({ options: { sets: { type: 'string' } } })
if (values.sets === undefined) {
  process.stderr.write('Specify the folder with the sets: npm run bench:similarity -- --sets DIR\n')
  process.exitCode = 1
} else {
  measure(resolve(process.env.INIT_CWD ?? '.', values.sets))
}

function measure(folder: string): void {
  const files = readdirSync(folder).filter((file) => /\.(txt|tsv|csv|dat)$/.test(file))
  if (files.length === 0) throw new Error(`${folder} contains no .txt, .tsv, .csv or .dat file`)
  const scorer = createScorer(loadLexicon())
  for (const file of files.sort()) {
    const pairs = readJudgedSet(readFileSync(join(folder, file), 'utf8'), file)
    const people = pairs.map(({ nearness }) => nearness)
    const bound = BOUNDS.find(({ name }) => name.test(file))
    const raw = pairs.map(({ a, b }) => scorer.relatedness(a, b))
    const banded = pairs.map(({ a, b }) => scorer.judge(a, b).score)
    report(`${file} raw`, spearman(people, raw), bound?.raw)
    report(`${file} banded`, spearman(people, banded), bound?.banded)
  }
}

function report(name: string, value: number, bound: number | undefined): void {
  const missed = bound !== undefined && value < bound
  if (missed) process.exitCode = 1
  const wanted = bound === undefined ? '' : ` (at least ${bound.toFixed(2)})`
  process.stdout.write(`${name}: ${value.toFixed(3)} Spearman${wanted}${missed ? ' MISSED' : ''}\n`)
}
