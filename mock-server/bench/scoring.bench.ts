import { statSync } from 'node:fs'
import words from '@inkling/fixtures/words.json' with { type: 'json' }
import judgedPairs from '../src/scoring/judged-pairs.json' with { type: 'json' }
import { LEXICON_FILE, loadLexicon } from '../src/scoring/lexicon-file.ts'
import { createScorer } from '../src/scoring/lexicon-scorer.ts'
import { createMisspellings } from '../src/scoring/misspelling.ts'
import { figure } from './figure.ts'

/* Quality and speed of judging guesses: agreement with a frozen list, symmetry, time and memory. */

const LOADS = 9
const ROUNDS = 5
const MISSPELLED = [
  'elefant',
  'pengiun',
  'crocodil',
  'hipopotamus',
  'dinasour',
  'buterfly',
  'zzzzzzzzz',
  'umbrela',
]

const memory = memoryOf(() => createScorer(loadLexicon()))
const loads = Array.from({ length: LOADS }, () => cpuMsOf(() => createScorer(loadLexicon())))
const lexicon = loadLexicon()
const scorer = createScorer(lexicon)
const list = words.map(({ word }) => word)

figure('lexicon', statSync(LEXICON_FILE).size / 1e6, 'MB', 9)
figure('loading, processor time, median', median(loads), 'ms', 60)
figure('memory once loaded', memory, 'MB', 40)
measureAgreement()
measureSquare()
measureSpeed()

function measureAgreement(): void {
  const right = judgedPairs.filter(
    ({ guess, target, category }) => scorer.judge(guess, target).category === category,
  )
  figure('category right on the frozen list', (100 * right.length) / judgedPairs.length, '%', 85, 'at least')
}

/** Compares every word of the game with every other, in both directions. */
function measureSquare(): void {
  let pairs = 0
  let distant = 0
  let asymmetric = 0
  for (const [at, word] of list.entries()) {
    for (const other of list.slice(at + 1)) {
      const there = scorer.judge(word, other)
      const back = scorer.judge(other, word)
      if (there.score !== back.score || there.category !== back.category || there.reason !== back.reason)
        asymmetric++
      if (there.category === 'DISTANT') distant++
      pairs++
    }
  }
  figure(`pairs of the word list not symmetric, of ${pairs}`, asymmetric, 'pairs', 0)
  figure('pairs of the word list that are DISTANT', (100 * distant) / pairs, '%', 85, 'at least')
}

function measureSpeed(): void {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, word] of list.entries()) {
      const other = list[(at * 7 + round * 13 + 1) % list.length] ?? ''
      times.push(cpuMsOf(() => scorer.judge(word, other)))
    }
  }
  figure('judging a guess, processor time, p95', quantile(times, 0.95), 'ms', 0.1)
  const misspelling = createMisspellings(lexicon)
  const lookUps = cpuMsOf(() => {
    for (let round = 0; round < ROUNDS * 10; round++) for (const word of MISSPELLED) misspelling(word)
  })
  figure('misspelling look-up, processor time, mean', lookUps / (ROUNDS * 10 * MISSPELLED.length), 'ms', 2)
}

/** Processor time in milliseconds: other load on the machine affects it less than wall-clock time. */
function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Retained memory in MB; exact only with --expose-gc. */
function memoryOf(make: () => unknown): number {
  const used = (): number => {
    globalThis.gc?.()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return (heapUsed + arrayBuffers) / 1e6
  }
  const before = used()
  const made = make()
  const after = used()
  return made === undefined ? 0 : after - before
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
