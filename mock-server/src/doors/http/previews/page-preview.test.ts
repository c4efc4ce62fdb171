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

async function previewOf(chain: GameResults['chain']) {
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
  const drawings = found.picture.drawings.map((drawing) => Number(drawing.split(',')[1]))
  return { drawings, description: found.page.description }
}
const drawingsOf = async (chain: GameResults['chain']) => (await previewOf(chain)).drawings

test('players whose names are hidden are counted one by one', async () => {
  const hidden = [0, 1, 2].map((at) => ({ ...step(at), username: 'Player' }))
  expect((await previewOf(hidden)).description).toMatch(/^3 players, March 7\./)
  expect((await previewOf([step(0)])).description).toMatch(/^One player, /)
})

test('a drawing that is hidden for all is not in the picture', async () => {
  expect(await drawingsOf([step(0), step(1, 'all'), step(2)])).toEqual([0, 2])
})

test('a long chain shows its first drawing, its last and one between', async () => {
  expect(await drawingsOf(Array.from({ length: 50 }, (_, at) => step(at)))).toEqual([0, 25, 49])
  expect(await drawingsOf([step(0)])).toEqual([0])
})
