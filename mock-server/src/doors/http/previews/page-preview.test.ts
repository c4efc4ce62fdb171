import { expect, test } from 'vitest'
import type { GameResults } from '../../../contract/schemas/results.ts'
import { resultsPreview } from './page-preview.ts'

const step = (stepIndex: number, hidden?: 'all' | 'blocked'): GameResults['chain'][number] => ({
  stepIndex,
  type: 'drawing',
  userId: null,
  username: `Player${stepIndex}`,
  avatar: null,
  content: { drawing: `data:image/png;base64,${stepIndex}` },
  timeSpent: 1,
  ...(hidden && { hidden }),
})

async function drawingsOf(chain: GameResults['chain']) {
  const body: GameResults = {
    gameId: 'g',
    date: '2026-03-07',
    word: 'cat',
    finalGuess: 'cat',
    similarityScore: 100,
    matchType: 'exact',
    matchedWord: 'cat',
    totalAttempts: 1,
    chain,
    guessAttempts: [],
    participants: [],
  }
  const found = await resultsPreview({ dispatch: async () => ({ status: 200, headers: {}, body }) }, 'g')
  if (found?.picture.kind !== 'results') throw new Error('There is no preview of results')
  expect(found.page.title).toBe('“cat” stayed “cat”')
  return found.picture.drawings.map((drawing) => Number(drawing.split(',')[1]))
}

test('a drawing that is hidden for all is not in the picture', async () => {
  expect(await drawingsOf([step(0), step(1, 'all'), step(2)])).toEqual([0, 2])
})

test('a long chain shows its first drawing, its last and one between', async () => {
  expect(await drawingsOf(Array.from({ length: 50 }, (_, at) => step(at)))).toEqual([0, 25, 49])
  expect(await drawingsOf([step(0)])).toEqual([0])
})
