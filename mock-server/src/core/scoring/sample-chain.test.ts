import { SAMPLE_SCORE, SAMPLE_STEPS, SAMPLE_WORD } from '@inkling/fixtures/sample-chain'
import { expect, test } from 'vitest'
import { loadLexicon } from './lexicon-file.ts'
import { createScorer } from './lexicon-scorer.ts'

test('the guesses of the sample chain have the scores that the game would give', () => {
  const scorer = createScorer(loadLexicon())
  let prompt = SAMPLE_WORD
  for (const step of SAMPLE_STEPS) {
    if ('strokes' in step) continue
    const { attempts } = step
    expect(attempts).toEqual(
      attempts.map(({ guess }) => ({ guess, score: scorer.judge(guess, prompt).score })),
    )
    prompt = step.attempts.at(-1)?.guess ?? ''
  }
  expect(SAMPLE_SCORE).toBe(scorer.judge(prompt, SAMPLE_WORD).score)
})
