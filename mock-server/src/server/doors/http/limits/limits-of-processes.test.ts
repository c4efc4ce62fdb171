import type { Request, Response } from 'express'
import { beforeEach, expect, test } from 'vitest'
import type { CallCounts } from './call-counts.ts'
import { BUDGETS, createLimits, type Limits } from './limits.ts'

/* The limits of 64 processes on one database, as many as --workers allows. */

const PROCESSES = 64
const PUPILS = 200
/** The polls and pings of a player in a minute. */
const CALLS = 46

let processes: Limits[]
let queries: number

/** Call counts as the database keeps them. */
function callCounts(): CallCounts {
  const counted = new Map<string, number>()
  return {
    async increment(key, windowMs, calls) {
      queries++
      const sum = (counted.get(key) ?? 0) + calls
      counted.set(key, sum)
      return { calls: sum, resetsAt: new Date(Date.now() + windowMs) }
    },
    decrement: async () => {},
  }
}

beforeEach(() => {
  queries = 0
  const shared = callCounts()
  processes = Array.from({ length: PROCESSES }, () =>
    createLimits({ limitLoopback: true, playerOf: (token) => token, hasKey: () => false, shared }),
  )
})

/** Whether a process allows a call from the address of the school. @param player null for one without a token */
function isAllowed(
  process: Limits | undefined,
  handler: 'calls' | 'adminKeys',
  player: string | null = null,
): Promise<boolean> {
  const headers = player === null ? {} : { authorization: player }
  const request = { method: 'GET', url: '/', headers, ip: '203.0.113.7', socket: {} } as unknown as Request
  return new Promise((resolve, reject) => {
    const answer = { setHeader: () => {}, append: () => {}, status: () => answer, json: () => resolve(false) }
    process?.[handler](request, answer as unknown as Response, (problem?: unknown) =>
      problem === undefined ? resolve(true) : reject(problem),
    )
  })
}

test('each process counts all calls alone: 200 pupils of a school may poll and ping, without a query', async () => {
  for (let at = 0; at < PUPILS * CALLS; at++)
    expect(await isAllowed(processes[at % 2], 'calls', `pupil ${at % PUPILS}`)).toBe(true)
  expect(queries).toBe(0)
})

test('a process bears the calls of a player, and of strangers of an address, that its budgets allow', async () => {
  const allowed = async (player: string | null) => {
    let calls = 0
    while (await isAllowed(processes[0], 'calls', player)) calls++
    return calls
  }
  expect([await allowed('ann'), await allowed(null)]).toEqual([BUDGETS.player.calls, BUDGETS.strangers.calls])
})

test('guesses of a key are counted together, however many processes they reach', async () => {
  let allowed = 0
  for (let at = 0; at < PROCESSES; at++) if (await isAllowed(processes[at], 'adminKeys')) allowed++
  expect(allowed).toBe(BUDGETS.wrongAdminKeys.calls)
})
