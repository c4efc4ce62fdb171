import type { Client } from '@inkling/mock-server/contract/client/client'
import type { Game } from '@inkling/mock-server/rules/game/game'
import { expect, test } from 'vitest'
import { InvariantWatch } from './invariant-watch.ts'
import { brokenHistory, brokenInvariants } from './stored-games.ts'

/** A server whose responses wait for the test. */
function slowServer() {
  const pending: ((entries: readonly string[]) => void)[] = []
  const game = (entries: readonly string[]) => ({
    id: 'g',
    word: 'cat',
    players: [],
    turn: null,
    entries: entries.map((turnId, at) => ({
      turnId,
      userId: turnId,
      type: at % 2 === 0 ? 'drawing' : 'guess',
      attempts: [],
    })),
    completedAt: null,
  })
  const answer = () => new Promise<object>((resolve) => pending.push((entries) => resolve(game(entries))))
  const admin = {
    inspectGame: answer,
    listGames: async () => ({ items: [await answer()] }),
  } as unknown as Client
  return { pending, watch: new InvariantWatch(admin, new AbortController().signal) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('samples of a slow server do not overlap, and the final check follows the last of them', async () => {
  const { pending, watch } = slowServer()
  watch.sample(['g'])
  watch.sample(['g'])
  expect(pending).toHaveLength(1)
  pending.shift()?.(['drawn'])
  await settled()
  watch.sample(['g'])
  const everything = watch.everything(['2026-03-07'], [])
  await settled()
  expect(pending).toHaveLength(1)
  pending.shift()?.(['drawn', 'guessed'])
  await settled()
  pending.shift()?.(['drawn', 'guessed', 'drawn again'])
  expect(await everything).toEqual({ checked: 1, found: 0, broken: [] })
  expect(watch.sampled).toBe(2)
})

test('a chain that shrinks between two samples breaks a rule', async () => {
  const { pending, watch } = slowServer()
  for (const entries of [['drawn', 'guessed'], ['drawn']]) {
    watch.sample(['g'])
    pending.shift()?.(entries)
    await settled()
  }
  expect(watch.broken).toEqual(['game g: an entry of the chain was changed or removed'])
})

test('a stored game with two holders of the turn is reported', () => {
  const playing = (userId: string) => ({ userId, joinedAt: '', playedAt: null, status: 'playing' as const })
  const game = { id: 'g', players: [playing('a'), playing('b')], turn: null, entries: [], completedAt: null }
  expect(brokenInvariants(game as unknown as Game)).toEqual([
    'game g: 2 players hold the turn',
    'game g: there is a turn without a playing player, or a playing player without a turn',
  ])
})

test('a completed game that is open again is reported', () => {
  const game = { id: 'g', word: 'cat', players: [], entries: [], completedAt: '2026-03-06T18:00:00.000Z' }
  expect(brokenHistory(game as unknown as Game, { ...game, completedAt: null } as unknown as Game)).toEqual([
    'game g: a completed game is open again',
  ])
})
