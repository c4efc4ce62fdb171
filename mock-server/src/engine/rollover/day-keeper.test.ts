import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { DayKeeper } from './day-keeper.ts'

const NOW = '2026-03-07T17:00:00.000Z'

test('calls during a roll-over do not fail when a later batch does, and the error is reported once', async () => {
  const problems: unknown[] = []
  let batches = 0
  let fail = () => {}
  const failed = new Promise<never>((_, reject) => {
    fail = () => reject(new Error('the database is gone'))
  })
  const run = async () => {
    if (++batches > 1) return failed
    return {
      day: '2026-03-07',
      sweep: { gamesCreated: 1, gamesCompleted: 0 },
      hasMore: true,
      recheckAt: null,
    } as never
  }
  const keeper = new DayKeeper(run, 'America/New_York', (problem) => problems.push(problem))
  await keeper.startIfDue(NOW)
  await keeper.startIfDue(NOW)
  fail()
  // An unhandled rejection would fail the test.
  await expect(failed).rejects.toThrow('the database is gone')
  await new Promise((resolve) => setTimeout(resolve))
  expect(problems).toEqual([new Error('the database is gone')])
})

test('batches grow until one is retried, and each roll-over starts with a small one', async () => {
  const limits: number[][] = []
  let open = 1000
  /** Runs the fifth batch three times, the others once. */
  const run = async <T>(work: (context: Context) => Promise<T>): Promise<T> => {
    const own: number[] = []
    let closed = 0
    const gamesToClose = (limit: number) => {
      own.push(limit)
      closed = Math.min(limit, open)
      return closed
    }
    if (limits.length === 4) for (let tries = 0; tries < 2; tries++) await work(contextWith(gamesToClose))
    const result = await work(contextWith(gamesToClose))
    open -= closed
    if (own.length > 0) limits.push(own)
    return result
  }
  const keeper = new DayKeeper(run, 'America/New_York', () => {}, 200)
  await keeper.rollOverIfDue(NOW)
  expect(open).toBe(0)
  expect(limits).toEqual([[25], [50], [100], [200], [200, 25, 25], [50], [100], [200], [200], [200]])
  limits.length = 0
  keeper.recheck()
  await keeper.rollOverIfDue(NOW)
  expect(limits).toEqual([[25]])
})

/** The context of a world without groups. @param gamesToClose how many open games a batch finds, given its limit */
const contextWith = (gamesToClose: (limit: number) => number): Context => {
  const game = { day: '2026-03-06', entries: [], players: [], turn: null }
  const tx = {
    lock: async () => {},
    get: async () => undefined,
    getMany: async () => [],
    put: () => {},
    groupsAfter: async () => [],
    findMany: async () => [],
    gamesToClose: async (_day: string, _now: string, limit: number) =>
      Array.from({ length: gamesToClose(limit) }, () => game),
    outboxDue: async () => [],
  }
  const settings = { timeZone: 'America/New_York' }
  return { day: '2026-03-07', now: NOW, settings, publish: () => {}, tx } as unknown as Context
}
