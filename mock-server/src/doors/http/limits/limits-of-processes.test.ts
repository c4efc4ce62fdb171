import type { Request, Response } from 'express'
import { beforeEach, expect, test } from 'vitest'
import { BUDGETS, createLimits, type Limits } from './limits.ts'
import type { SharedLimits } from './shared-limits.ts'

/* The limits of 64 processes on one database, as many as --workers allows. */

const PROCESSES = 64
const PUPILS = 200
/** The polls and pings of a player in a minute. */
const CALLS = 46

let processes: Limits[]
let queries: number

/** Call counts as the database keeps them. */
function callCounts(): SharedLimits['callCounts'] {
  const counted = new Map<string, number>()
  return {
    async increment(key, windowMs, calls = 1) {
      queries++
      const sum = (counted.get(key) ?? 0) + calls
      counted.set(key, sum)
      return { calls: sum, resetsAt: new Date(Date.now() + windowMs) }
    },
    decrement: async () => {},
    reset: async () => {},
  }
}

beforeEach(() => {
  queries = 0
  const shared = { callCounts: callCounts() }
  processes = Array.from({ length: PROCESSES }, () =>
    createLimits({ limitLoopback: true, playerOf: (token) => token, hasKey: () => false, shared }),
  )
})

/** Whether a process allows a call from the address of the school. @param player null for one without a token */
function isAllowed(process: Limits | undefined, player: string | null): Promise<boolean> {
  const headers = player === null ? {} : { authorization: player }
  const request = { method: 'GET', url: '/', headers, ip: '203.0.113.7', socket: {} } as unknown as Request
  return new Promise((resolve, reject) => {
    const answer = { setHeader: () => {}, append: () => {}, status: () => answer, json: () => resolve(false) }
    process?.calls(request, answer as unknown as Response, (problem?: unknown) =>
      problem === undefined ? resolve(true) : reject(problem),
    )
  })
}

/** Makes calls one after the other. @returns how many were allowed */
async function allowedOf(
  calls: number,
  playerOf: (at: number) => string | null,
  processOf: (at: number) => number,
) {
  let allowed = 0
  for (let at = 0; at < calls; at++) if (await isAllowed(processes[processOf(at)], playerOf(at))) allowed++
  return allowed
}

const pupil = (at: number) => `pupil ${at % PUPILS}`

test.each<[string, (at: number) => number]>([
  ['one process', () => 0],
  ['two processes', (at) => (at % PUPILS) % 2],
  ['all processes, with a connection per pupil', (at) => (at % PUPILS) % PROCESSES],
  ['all processes, call by call', (at) => at % PROCESSES],
])('200 pupils of a school may poll and ping, although their calls reach %s', async (_, processOf) => {
  expect(await allowedOf(PUPILS * CALLS, pupil, processOf)).toBe(PUPILS * CALLS)
  // A query per call would cost more than many calls do.
  expect(queries).toBeLessThan((PUPILS * CALLS) / 10)
})

test('a player has the whole budget at each process', async () => {
  const { calls } = BUDGETS.player
  expect(
    await allowedOf(
      calls + 20,
      () => 'ann',
      () => 7,
    ),
  ).toBe(calls)
  expect(await isAllowed(processes[8], 'ann')).toBe(true)
})

test.each([
  ['players', BUDGETS.players.calls, pupil],
  ['strangers', BUDGETS.strangers.calls, () => null],
] as const)('all calls of an address are limited in total: %s', async (_, limit, playerOf) => {
  const allowed = await allowedOf(2 * limit, playerOf, (at) => at % PROCESSES)
  expect(allowed).toBeGreaterThanOrEqual(limit)
  expect(allowed).toBeLessThan(1.15 * limit)
})
