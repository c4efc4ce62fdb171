import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createGame, type Game } from '../../rules/game/game.ts'
import type { CopiedStore } from './copy-store.ts'

const DAYS = ['2026-03-07', '2026-02-28', '2026-03-01']
const NOON = '2026-03-07T17:00:00.000Z'

const game = (id: string, day: string): Game => ({
  ...createGame({ id, kind: 'public', groupId: null, day, word: 'cat', now: NOON, userIds: ['ann'] }),
  completedAt: NOON,
})
/** More than a page, with the ids of a day among those of the others. */
const GAMES = Array.from({ length: 640 }, (_, at) =>
  game(`game ${String(at).padStart(3, '0')}`, DAYS[at % DAYS.length] ?? ''),
)

/** Tests that every store must pass that can be copied. */
export function copiedStoreSuite(name: string, open: () => Promise<CopiedStore>): void {
  describe(name, () => {
    let store: CopiedStore

    beforeEach(async () => {
      store = await open()
      await store.transaction(async (tx) => {
        for (const each of GAMES) tx.insert('games', each)
        tx.insert('rollover', { id: 'rollover', day: '2026-03-07' })
      })
    })
    afterEach(() => store.close())

    const idsOf = (games: readonly Game[]) => games.map(({ id }) => id).sort()

    test('has every document on one page, and its games by day', async () => {
      const pages: (readonly Game[])[] = []
      for await (const page of store.pages('games')) pages.push(page)
      expect(pages.length).toBeGreaterThan(2)
      expect(idsOf(pages.flat())).toEqual(idsOf(GAMES))
      const days = pages.flat().map(({ day }) => day)
      expect(days).toEqual(days.toSorted())
      const others = []
      for await (const page of store.pages('rollover')) others.push(...page)
      expect(others).toEqual([{ id: 'rollover', day: '2026-03-07' }])
      for await (const page of store.pages('users')) expect(page).toEqual([])
    })
  })
}
