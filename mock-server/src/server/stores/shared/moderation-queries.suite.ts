import { expect, test } from 'vitest'
import { NOON } from '../../../core/rules/game/game.fixture.ts'
import type { ModeratorDecision, QueueQuery, ReportedThing } from '../../../core/rules/players/safety.ts'
import type { Store } from '../../../engine/store.ts'
import type { Transaction } from '../../../engine/transaction.ts'
import { group, user } from './documents.fixture.ts'

/** The tests of the store suite about what moderators read. */
export function moderationQueryTests(storeOf: () => Store): void {
  const write = (work: (tx: Transaction) => void) => storeOf().transaction(async (tx) => work(tx))
  const read = <T>(work: (tx: Transaction) => Promise<T>) => storeOf().transaction(work)
  const idsOf = (documents: readonly { readonly id: string }[]) => documents.map(({ id }) => id)

  test('returns pages of reported things, and counts the open ones', async () => {
    const things = ['a', 'b', 'c', 'd', 'e'].map((id, at) => reportedThing(id, at))
    expect(await read((tx) => tx.peekCount('openThings'))).toBe(0)
    await write((tx) => {
      for (const thing of things) tx.insert('reportedThings', thing)
      // Two at the same time.
      tx.insert('reportedThings', { ...reportedThing('f', 1), groupId: 'owls', reasons: ['sexual'] })
    })
    await read(async (tx) => {
      const before = await tx.get('reportedThings', 'c')
      if (before) tx.replace('reportedThings', before, { ...before, state: 'closed', count: 9 })
    })
    expect(await read((tx) => tx.peekCount('openThings'))).toBe(5)
    const pages = async (query: Omit<QueueQuery, 'limit'>) => {
      const found: string[][] = []
      for (let after: ReportedThing | undefined; ; ) {
        const page = await read((tx) =>
          tx.peekSearch('reportQueue', { ...query, limit: 2, ...(after && { after }) }),
        )
        if (page.length === 0) return found.map((ids) => ids.join('')).join(' ')
        found.push(idsOf(page))
        after = page.at(-1)
      }
    }
    expect(await pages({ order: 'newest', state: 'open' })).toBe('ed fb a')
    expect(await pages({ order: 'newest' })).toBe('ed cf ba')
    expect(await pages({ order: 'oldest', state: 'open' })).toBe('ab fd e')
    expect(await pages({ order: 'most-reported' })).toBe('ce df ba')
    expect(await pages({ order: 'newest', state: 'closed' })).toBe('c')
    expect(await pages({ order: 'newest', authorId: 'author of d' })).toBe('d')
    expect(await pages({ order: 'newest', groupId: 'owls', state: 'open' })).toBe('f')
    expect(await pages({ order: 'newest', reason: 'sexual' })).toBe('f')
    const [first] = await read((tx) => tx.peekSearch('reportQueue', { order: 'oldest', limit: 1 }))
    expect(first).toEqual(things[0])
  })

  test('returns the latest decisions', async () => {
    await write((tx) => {
      for (const id of ['1-0000', '1-0001', '2-0000']) tx.insert('decisions', decision(id))
    })
    const latest = async (before: string | undefined, limit: number) =>
      idsOf(await read((tx) => tx.peekSearch('latestDecisions', before, limit)))
    expect(await latest(undefined, 9)).toEqual(['2-0000', '1-0001', '1-0000'])
    expect(await latest('2-0000', 1)).toEqual(['1-0001'])
    expect(await latest('1-~', 9)).toEqual(['1-0001', '1-0000'])
  })

  test('finds users by a part of a name, or by an id or its beginning', async () => {
    await write((tx) => {
      for (const id of ['ann1', 'ben1', 'cat1']) {
        tx.insert('users', { ...user(id), username: id === 'cat1' ? 'BENita' : `Player_${id.slice(0, 3)}` })
      }
    })
    const like = async (text: string, limit = 9) =>
      idsOf(await read((tx) => tx.peekSearch('usersLike', text, limit)))
    expect(await like('ben')).toEqual(['cat1', 'ben1'])
    expect(await like('player_BEN')).toEqual(['ben1'])
    expect(await like('ANN1')).toEqual(['ann1'])
    expect(await like('n1')).toEqual([])
    expect(await like('r_')).toEqual(['ann1', 'ben1'])
    expect(await like('%')).toEqual([])
    expect(await like('e', 2)).toEqual(['cat1', 'ann1'])
  })

  test('returns pages of users and groups with a text in their name or at the beginning of their id', async () => {
    await write((tx) => {
      for (const [id, name] of [
        ['g1', 'Night Owls'],
        ['g2', 'Herons'],
        ['g3', 'OWLETS'],
      ] as const)
        tx.insert('groups', group(id, { name }))
      for (const id of ['ann1', 'ben1', 'cat1']) tx.insert('users', { ...user(id), username: `Player_${id}` })
    })
    const groups = async (text: string, after = '', limit = Number.POSITIVE_INFINITY) =>
      idsOf(await read((tx) => tx.peekSearch('groups', text, after, limit)))
    expect(await groups('owl')).toEqual(['g1', 'g3'])
    expect(await groups('owl', '', 1)).toEqual(['g1'])
    expect(await groups('owl', 'g1', 1)).toEqual(['g3'])
    expect(await groups('G2')).toEqual(['g2'])
    expect(await groups('2')).toEqual([])
    expect(await groups('', 'g1')).toEqual(['g2', 'g3'])
    expect(await groups('%')).toEqual([])
    const users = await read((tx) => tx.peekSearch('users', 'player_C', '', 9))
    expect(idsOf(users)).toEqual(['cat1'])
  })
}

/** @param second of its first report, and the number of its reports */
const reportedThing = (id: string, second: number): ReportedThing => ({
  id,
  gameId: 'game',
  kind: 'guess',
  stepIndex: 1,
  authorId: `author of ${id}`,
  groupId: null,
  text: 'dog',
  state: 'open',
  isHidden: false,
  isCleared: false,
  count: second,
  reasons: ['hurtful'],
  reportId: null,
  latestReports: [],
  firstAt: `2026-03-07T17:00:0${second}.000Z`,
  lastAt: `2026-03-07T17:00:0${second}.000Z`,
})

const decision = (id: string): ModeratorDecision => ({
  id,
  action: 'warn',
  at: NOON,
  reportId: null,
  gameId: null,
  stepIndex: null,
  kind: null,
  userId: null,
  until: null,
  note: null,
  things: 0,
})
