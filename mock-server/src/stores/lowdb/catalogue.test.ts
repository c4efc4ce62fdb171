import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createGame, type Game } from '../../rules/game.ts'
import { summaryOf } from '../../rules/history.ts'
import { Catalogue } from './catalogue.ts'
import { Checkpoints } from './checkpoints.ts'
import { Manifest } from './manifest.ts'

let folder: string
let manifest: Manifest
let checkpoints: Checkpoints
let catalogue: Catalogue
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-catalogue-'))
  manifest = Manifest.empty(folder)
  checkpoints = new Checkpoints(folder, manifest)
  catalogue = new Catalogue(folder, manifest, checkpoints, { partLines: 3 })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const NOON = '2026-03-07T17:00:00.000Z'

/** A game whose entries name its players, an empty id and a player who has left. */
const game = (id: string, day: string, ...userIds: string[]): Game => ({
  ...createGame({ id, kind: 'public', groupId: null, day, word: 'cat', now: NOON, userIds }),
  entries: ['', ...userIds, 'left'].map((userId) => ({
    type: 'guess' as const,
    turnId: 't',
    userId,
    guess: 'dog',
    timeSpent: 1,
    at: NOON,
    attempts: [],
    completedGame: false,
  })),
})

let checkpoint = 0
/** Writes the games of days as a checkpoint does. */
async function write(...games: Game[]): Promise<void> {
  const days = new Map<string, Game[]>()
  for (const each of games) days.set(each.day, [...(days.get(each.day) ?? []), each])
  checkpoint++
  for (const name of catalogue.filesOf(days.keys())) {
    const file = await catalogue.writeChanged(name, days, checkpoint)
    await manifest.replace({ files: { [name]: file } })
  }
}

const GAMES = [
  game('a', '2026-01-31', 'ann', 'ben'),
  game('b', '2026-02-01', 'ann'),
  game('c', '2026-02-02', 'ben'),
  game('crc32', '2026-02-02', 'a', 'b":', '"'),
  game('d"\n', '2026-02-03', 'ann\n', 'ann'),
]

test('finds games by id and by player, in any part of any month', async () => {
  await write(...GAMES)
  expect(await readdir(join(folder, 'catalogue'))).toHaveLength(3)
  for (const each of GAMES) {
    expect(await catalogue.dayOf(each.id)).toBe(each.day)
    for (const { userId } of each.players) {
      const expected = GAMES.filter(({ players }) => players.some((player) => player.userId === userId))
      expect(await catalogue.gamesOf(userId)).toEqual(expected.map(summaryOf))
    }
  }
  for (const id of ['', 'ann', 'left', 'ab', '"', ':', 'A']) {
    expect(await catalogue.dayOf(id), id).toBeUndefined()
    if (id !== 'ann' && id !== '"') expect(await catalogue.gamesOf(id), id).toEqual([])
  }
})

test('a changed day replaces its earlier games, and leaves the rest of its month', async () => {
  await write(...GAMES)
  expect(await catalogue.dayOf('c')).toBe('2026-02-02')
  await write(game('e', '2026-02-02', 'ben'))
  expect(await catalogue.dayOf('e')).toBe('2026-02-02')
  expect((await catalogue.gamesOf('ben')).map(({ id }) => id)).toEqual(['a', 'e'])
  expect((await catalogue.gamesOf('ann')).map(({ id }) => id)).toEqual(['a', 'b', 'd"\n'])
})

test('knows the day of a game that has moved to another month', async () => {
  await write(...GAMES)
  expect(await catalogue.dayOf('c')).toBe('2026-02-02')
  await write(game('e', '2026-02-02', 'ben'), game('c', '2026-01-30', 'ben'))
  expect(await catalogue.dayOf('c')).toBe('2026-01-30')
})
