import type { AddressInfo, Server } from 'node:net'
import express from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GROUP, PING, POLL } from '../../../../core/contract/constants.ts'
import type { CallCounts } from './call-counts.ts'
import { BUDGETS, createLimits, type LimitOptions } from './limits.ts'

/** ann has two tokens. */
const PLAYERS: Record<string, string> = {
  'Bearer ann': 'ann',
  'Bearer ann again': 'ann',
  'Bearer ben': 'ben',
}
const ANN = { authorization: 'Bearer ann' }
const BEN = { authorization: 'Bearer ben' }

let server: Server
let problems: unknown[] = []
let finish = () => {}
let url: string

/** Small budgets, so that few calls use them up. */
const budgets = {
  player: { calls: 3, minutes: 1 },
  players: { calls: 8, minutes: 1 },
  strangers: { calls: 4, minutes: 1 },
  files: { calls: 2, minutes: 1 },
  publicViews: { calls: 2, minutes: 1, cheap: 10 },
  newAccounts: { calls: 2, minutes: 1 },
  newAccountsOfDay: { calls: 3, minutes: 24 * 60 },
  wrongAdminKeys: { calls: 2, minutes: 10 },
  wrongCodes: { calls: 2, minutes: 10 },
  wrongCodesOfAddress: { calls: 4, minutes: 10 },
  pushTokens: { calls: 2, minutes: 10 },
}

async function open(
  limitLoopback: boolean,
  shared: CallCounts | null = null,
  used: LimitOptions['budgets'] = budgets,
): Promise<void> {
  const app = express()
  const limits = createLimits({
    limitLoopback,
    playerOf: (authorization) => PLAYERS[authorization] ?? null,
    hasKey: (headers) => headers['x-admin-key'] === 'the admin key',
    budgets: used,
    shared,
    onProblem: (problem) => problems.push(problem),
  })
  const none: express.RequestHandler = (_, __, next) => next()
  const withBody: express.RequestHandler = (request, _, next) => {
    request.body = { deviceId: request.headers['x-device'] }
    next()
  }
  const ok: express.RequestHandler = (_, response) => void response.json({})
  app.get('/call', limits.calls, ok)
  app.get('/file', limits.files, ok)
  app.get('/push', limits.ofEndpoint.registerToken ?? none, ok)
  app.get('/admin', limits.adminKeys, (request, response) => {
    response.status(request.headers['x-admin-key'] === 'the admin key' ? 200 : 403).json({})
  })
  app.get('/join/:code', limits.ofEndpoint.joinGroup ?? none, ({ params }, response) => {
    response.status(params.code === 'RIGHT' ? 200 : 404).json({})
  })
  for (const name of ['previewMove', 'moveHere'] as const)
    app.get(`/${name}/:code`, withBody, limits.ofEndpoint[name] ?? none, ({ params }, response) => {
      response.status(params.code === 'RIGHT' ? 200 : 404).json({})
    })
  for (const [path, limit] of [
    ['/view', limits.publicViews],
    ['/results', limits.ofEndpoint.getPublicResults ?? none],
  ] as const)
    app.get(`${path}/:kind`, limit, ({ params }, response) => {
      response.locals.isCheap = params.kind === 'kept'
      response.json({})
    })
  app.get('/export', limits.ofEndpoint.exportAccount ?? none, (request, response) => {
    if (request.headers['x-slow'] === undefined) return void response.json({})
    response.write('{')
    finish = () => response.end('}')
  })
  app.get('/sign-in/:kind', limits.ofEndpoint.signInDevice ?? none, ({ params }, response) => {
    const isRefused = params.kind === 'new' && response.locals.mayCreateAccount === false
    response.locals.isNewAccount = params.kind === 'new' && !isRefused
    response.status(isRefused ? 429 : 200).json({})
  })
  app.get('/all', limits.calls, limits.files, ok)
  server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeEach(() => {
  problems = []
  return open(true)
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers })
const statuses = async (times: number, path: string, headers: Record<string, string> = {}) => {
  const found: number[] = []
  for (let at = 0; at < times; at++) found.push((await get(path, headers)).status)
  return found
}

test('a player who has used up the calls of a minute is refused with every token; others are not', async () => {
  expect(await statuses(4, '/call', ANN)).toEqual([200, 200, 200, 429])
  const refused = await get('/call', { authorization: 'Bearer ann again' })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(await refused.json()).toEqual({
    error: { code: 'RATE_LIMITED', message: 'Too many calls. Please wait a moment.' },
  })
  expect((await get('/call', BEN)).status).toBe(200)
})

test('refused calls of one player do not count for others of the address', async () => {
  expect((await statuses(50, '/call', ANN)).slice(3)).toEqual(Array(47).fill(429))
  expect(await statuses(3, '/call', BEN)).toEqual([200, 200, 200])
})

test('calls without a valid token have a separate budget', async () => {
  expect(await statuses(3, '/call', { authorization: 'Bearer a guess' })).toEqual([200, 200, 200])
  expect(await statuses(2, '/call', { authorization: 'Bearer another' })).toEqual([200, 429])
  expect((await get('/call')).status).toBe(429)
  expect((await get('/call', ANN)).status).toBe(200)
})

test('pages and assets have a separate budget', async () => {
  expect(await statuses(3, '/file')).toEqual([200, 200, 429])
  expect((await get('/call', ANN)).status).toBe(200)
})

test('wrong codes of groups and players count together: per device or player, then per address; right ones do not', async () => {
  const device = (name: string) => ({ 'x-device': `device of ${name}` })
  expect(await statuses(5, '/moveHere/RIGHT', device('a pupil'))).toEqual([200, 200, 200, 200, 200])
  expect(await statuses(20, '/moveHere/WRONG', device('a pupil'))).toEqual([404, 404, ...Array(18).fill(429)])
  expect((await get('/moveHere/RIGHT', device('a pupil'))).status).toBe(429)
  // One pupil does not lock the school out.
  expect((await get('/moveHere/RIGHT', device('another'))).status).toBe(200)
  expect(await statuses(5, '/join/RIGHT', ANN)).toEqual([200, 200, 200, 200, 200])
  expect(await statuses(2, '/join/WRONG', ANN)).toEqual([404, 404])
  // The budget of the address is used up.
  expect(await statuses(1, '/join/WRONG', BEN)).toEqual([429])
  expect(await statuses(1, '/previewMove/WRONG')).toEqual([429])
})

test('wrong codes of callers who tell neither device nor player count per address only', async () => {
  expect(await statuses(5, '/previewMove/WRONG')).toEqual([404, 404, 404, 404, 429])
})

test.each(['/view', '/results'])('what is kept counts a tenth: %s', async (path) => {
  expect(await statuses(21, `${path}/kept`)).toEqual([...Array(20).fill(200), 429])
})

test('what is not kept counts whole, pages and calls of an address together, and each player alone', async () => {
  expect(await statuses(1, '/view/new')).toEqual([200])
  expect(await statuses(11, '/results/kept')).toEqual([...Array(10).fill(200), 429])
  expect(await statuses(3, '/results/new', ANN)).toEqual([200, 200, 429])
  expect((await get('/results/new', BEN)).status).toBe(200)
  expect((await get('/call', ANN)).status).toBe(200)
})

test('a player gets one export at a time; others get theirs', async () => {
  const running = await get('/export', { ...ANN, 'x-slow': 'yes' })
  const refused = await get('/export', { authorization: 'Bearer ann again' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  expect((await get('/export', BEN)).status).toBe(200)
  finish()
  expect(await running.text()).toBe('{}')
  await vi.waitFor(async () => expect((await get('/export', ANN)).status).toBe(200), 15_000)
  // An export that was given up is no longer running either.
  const hangingUp = new AbortController()
  await fetch(`${url}/export`, { headers: { ...ANN, 'x-slow': 'yes' }, signal: hangingUp.signal })
  hangingUp.abort()
  await vi.waitFor(async () => expect((await get('/export', ANN)).status).toBe(200), 15_000)
})

test('exports of a player are counted', async () => {
  expect(await statuses(7, '/export', ANN)).toEqual([...Array(6).fill(200), 429])
  expect((await get('/export', BEN)).status).toBe(200)
})

test('wrong admin keys count, and the right one is never refused', async () => {
  const key = { 'x-admin-key': 'the admin key' }
  expect(await statuses(4, '/admin', key)).toEqual([200, 200, 200, 200])
  expect(await statuses(3, '/admin', { 'x-admin-key': 'a guess' })).toEqual([403, 403, 429])
  expect((await get('/admin', key)).status).toBe(200)
})

test('new accounts count, known devices do not', async () => {
  expect(await statuses(4, '/sign-in/known')).toEqual([200, 200, 200, 200])
  expect(await statuses(4, '/sign-in/new')).toEqual([200, 200, 429, 429])
  expect(await statuses(4, '/sign-in/known')).toEqual([200, 200, 200, 200])
  expect(await statuses(1, '/sign-in/new')).toEqual([429])
})

test('new accounts are delayed by a minute, until those of a day are used up', async () => {
  await new Promise((resolve) => server.close(resolve))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  try {
    await open(true)
    expect(await statuses(3, '/sign-in/new')).toEqual([200, 200, 429])
    expect(Number((await get('/sign-in/new')).headers.get('retry-after'))).toBeLessThanOrEqual(60)
    vi.advanceTimersByTime(61_000)
    expect(await statuses(2, '/sign-in/new')).toEqual([200, 429])
    vi.advanceTimersByTime(61_000)
    expect(await statuses(1, '/sign-in/new')).toEqual([429])
    vi.advanceTimersByTime(24 * 3_600_000)
    expect(await statuses(1, '/sign-in/new')).toEqual([200])
  } finally {
    vi.useRealTimers()
  }
})

test('the number of push tokens that a player registers is limited', async () => {
  expect(await statuses(3, '/push', ANN)).toEqual([200, 200, 429])
  expect((await get('/push', BEN)).status).toBe(200)
})

test('a process counts alone while the shared counts are unavailable', async () => {
  await new Promise((resolve) => server.close(resolve))
  const away = () => Promise.reject(new Error('the database is away'))
  await open(true, { increment: away, decrement: away })
  expect(await statuses(3, '/admin', { 'x-admin-key': 'a guess' })).toEqual([403, 403, 429])
  expect(await statuses(5, '/join/RIGHT', ANN)).toEqual([200, 200, 200, 200, 200])
  expect(await statuses(3, '/join/WRONG', ANN)).toEqual([404, 404, 429])
  expect(await statuses(5, '/call')).toEqual([200, 200, 200, 200, 429])
  expect(problems).toContainEqual(new Error('the database is away'))
})

test('calls, files and views cost no query, because each process counts them alone', async () => {
  await new Promise((resolve) => server.close(resolve))
  const asked: string[] = []
  const increment = async (key: string, windowMs: number, calls: number) => {
    asked.push(key)
    return { calls, resetsAt: new Date(Date.now() + windowMs) }
  }
  await open(true, { increment, decrement: async () => {} }, BUDGETS)
  for (const path of ['/all', '/view/new', '/results/new'])
    expect([...(await statuses(2, path, ANN)), ...(await statuses(2, path))]).toEqual([200, 200, 200, 200])
  expect(asked).toEqual([])
  expect(await statuses(1, '/admin')).toEqual([403])
  expect(asked).toEqual([expect.stringContaining('wrongAdminKeys')])
})

test('loopback is exempt by default', async () => {
  await new Promise((resolve) => server.close(resolve))
  await open(false)
  expect(await statuses(6, '/all', ANN)).toEqual(Array(6).fill(200))
  expect((await statuses(6, '/all', { ...ANN, 'x-forwarded-for': '1.2.3.4' })).at(-1)).toBe(429)
})

test('the budgets allow 200 players of one address to poll and ping as the client does', () => {
  const perMinute = [POLL.todayMs, POLL.statsHeaderMs, POLL.statsHomeMs, PING.restMs, GROUP.pollMs]
    .map((everyMs) => 60_000 / everyMs)
    .reduce((sum, calls) => sum + calls)
  expect(perMinute).toBeLessThan(BUDGETS.player.calls)
  expect(200 * perMinute).toBeLessThan(BUDGETS.players.calls)
  expect(2000).toBeLessThanOrEqual(BUDGETS.newAccountsOfDay.calls)
})
