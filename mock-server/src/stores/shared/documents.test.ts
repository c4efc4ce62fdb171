import { expect, test } from 'vitest'
import { groupGame } from '../../rules/game.fixture.ts'
import type { Game } from '../../rules/game.ts'
import { Documents } from './documents.ts'

test('the only game of a day stays in the same map when a player joins it, because a checkpoint may be reading it', () => {
  const documents = new Documents()
  const put = (game: Game | null) => documents.apply([{ collection: 'games', id: 'game', document: game }])
  put(groupGame('Ann'))
  const [part] = documents.partsOfDay('2026-03-07')
  const joined = groupGame('Ann', 'Bob')
  put(joined)
  expect(part?.get('game')).toBe(joined)
  expect(documents.countPlayers('2026-03-07')).toBe(2)
  put(null)
  expect(documents.partsOfDay('2026-03-07')).toEqual([])
  expect(documents.countPlayers('2026-03-07')).toBe(0)
})
