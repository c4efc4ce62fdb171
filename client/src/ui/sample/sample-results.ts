import { SAMPLE_SCORE, SAMPLE_STEPS, SAMPLE_WORD, type SampleStep } from '@inkling/fixtures/sample-chain'
import { toBase64 } from '@inkling/mock-server/contract/base64'
import { CANVAS } from '@inkling/mock-server/contract/constants'
import {
  CATEGORY_BAND,
  CATEGORY_MESSAGE,
  MATCH_CATEGORIES,
} from '@inkling/mock-server/contract/match-categories'
import type { ChainStep, GameResults, ResultAttempt } from '@inkling/mock-server/contract/schemas/results'
import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { tierOf } from '@inkling/mock-server/contract/score-tiers'
import { pixelsOf } from '@inkling/mock-server/picture/painting/rasterise'
import { pngRows, writePng } from '@inkling/mock-server/picture/write-png'
import { deflateByStream } from '@inkling/mock-server/picture/zlib-streams'
import { gameDayAt } from '../../day/game-day.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { SAMPLE_GAME } from './sample-game.ts'

/** The results of the sample chain, as a server would send them. The pictures are painted here, from the strokes. */
export async function sampleResults(): Promise<GameResults> {
  const chain = await Promise.all(SAMPLE_STEPS.map(chainStep))
  const guessAttempts = SAMPLE_STEPS.flatMap(attemptsOf)
  return {
    gameId: SAMPLE_GAME,
    date: gameDayAt(serverNow()),
    word: SAMPLE_WORD,
    finalGuess: guessAttempts.at(-1)?.guess ?? null,
    similarityScore: SAMPLE_SCORE,
    matchType: tierOf('match', SAMPLE_SCORE),
    matchedWord: null,
    totalAttempts: guessAttempts.length,
    chain,
    guessAttempts,
    participants: chain.map(({ username, avatar }) => ({ username, avatar })),
  }
}

async function chainStep(step: SampleStep, stepIndex: number): Promise<ChainStep> {
  const { username, avatar } = step
  const common = { stepIndex, userId: null, username, avatar }
  if ('strokes' in step) {
    const strokes = step.strokes as Stroke[]
    const drawing = await pngOf(strokes)
    return { ...common, type: 'drawing', content: { drawing }, strokes, timeSpent: 60 }
  }
  const { guess, score } = step.attempts.at(-1) ?? { guess: '', score: 0 }
  return { ...common, type: 'guessing', content: { guess }, similarityScore: score, timeSpent: 20 }
}

/** @returns the picture in base64 */
async function pngOf(strokes: readonly Stroke[]): Promise<string> {
  const rows = pngRows(pixelsOf(strokes), CANVAS.size)
  return toBase64(writePng(CANVAS.size, await deflateByStream(rows)))
}

/** The attempts of a guess, each a few seconds after the last. */
function attemptsOf(step: SampleStep, stepIndex: number): ResultAttempt[] {
  if ('strokes' in step) return []
  return step.attempts.map(({ guess, score }, at) => {
    const matchCategory =
      MATCH_CATEGORIES.find((category) => score >= CATEGORY_BAND[category][0]) ?? 'DISTANT'
    return {
      stepIndex,
      guess,
      similarityScore: score,
      matchCategory,
      isCorrect: false,
      isLocked: false,
      timestamp: new Date(serverNow() + at * 5_000).toISOString(),
      categoryMessage: CATEGORY_MESSAGE[matchCategory],
    }
  })
}
