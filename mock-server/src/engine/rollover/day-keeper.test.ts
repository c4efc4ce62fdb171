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

test('batches grow while nothing else changes their games, and a retried one is small', async () => {
  const closed = await closedPerTry([1, 1, 1, 1, 1, 3, 1])
  expect(closed).toEqual([[25], [50], [100], [200], [200], [200, 25, 25], [50]])
})

/**
 * Rolls over open games without end, and stops after the last batch.
 * @param tries how often each batch runs before it is committed
 * @returns how many games each try of each batch closes
 */
async function closedPerTry(tries: readonly number[]): Promise<number[][]> {
  const batches: number[][] = []
  const run = async <T>(work: (context: Context) => Promise<T>): Promise<T> => {
    const closed: number[] = []
    batches.push(closed)
    if (batches.length === tries.length) keeper.stop()
    let result: T | undefined
    for (let left = tries[batches.length - 1] ?? 0; left > 0; left--) {
      result = await work(contextThatNotes(closed))
    }
    return result as T
  }
  const keeper = new DayKeeper(run, 'America/New_York', () => {})
  await keeper.rollOverIfDue(NOW)
  return batches
}

/** A context whose store always has as many games to close as are asked for. */
const contextThatNotes = (closed: number[]): Context =>
  ({
    day: '2026-03-07',
    now: NOW,
    settings: { timeZone: 'America/New_York' },
    publish: () => {},
    tx: {
      lock: async () => {},
      get: async () => undefined,
      put: () => {},
      groupsAfter: async () => [],
      findMany: async () => [],
      gamesToClose: async (_day: string, _now: string, limit: number) => {
        closed.push(limit)
        return Array.from({ length: limit }, () => ({
          day: '2026-03-06',
          entries: [],
          players: [],
          turn: null,
        }))
      },
    },
  }) as unknown as Context
