import { expect, test } from 'vitest'
import { isCleanedUp } from './clean-up.ts'
import { DayKeeper } from './day-keeper.ts'
import { announceBatch } from './results-announcement.ts'

const NOW = '2026-03-07T17:00:00.000Z'

const fail = (problem: unknown) => {
  throw problem
}

test('other work runs between the batches of a roll-over', async () => {
  let batches = 0
  const run = async (work: unknown) => {
    if (work === announceBatch) return { hasMore: false, skipped: [], recheckAt: null }
    if (work === isCleanedUp) return true
    const sweep = { gamesCreated: 1, gamesCompleted: 0 }
    return { day: '2026-03-07', sweep, skipped: [], hasMore: ++batches === 1, recheckAt: null }
  }
  const keeper = new DayKeeper(run as never, { timeZone: 'America/New_York', onProblem: fail })
  const rollOver = keeper.rollOverIfDue(NOW)
  expect(await new Promise((resolve) => setImmediate(() => resolve(batches)))).toBe(1)
  await rollOver
  expect(batches).toBe(2)
})

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
      skipped: [],
      hasMore: true,
      recheckAt: null,
    } as never
  }
  const onProblem = (problem: unknown) => problems.push(problem)
  const keeper = new DayKeeper(run, { timeZone: 'America/New_York', onProblem })
  await keeper.startIfDue(NOW)
  await keeper.startIfDue(NOW)
  fail()
  // An unhandled rejection would fail the test.
  await expect(failed).rejects.toThrow('the database is gone')
  await expect.poll(() => problems, { timeout: 15_000 }).toEqual([new Error('the database is gone')])
})
