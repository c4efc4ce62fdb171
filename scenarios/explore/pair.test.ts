import { expect, test, vi } from 'vitest'
import { spellingSketchbook } from '../bots/sketchbook.fixture.ts'
import { inProcessTarget } from '../runner/targets/in-process-target.ts'
import { overFetch, withReplies } from '../runner/targets/over-fetch.fixture.ts'
import { OUTBOX_LOOK } from './looks.ts'
import { Pair, type Servers } from './pair.ts'
import type { CallStep, PlayedStep } from './played-step.ts'

const fresh = async (clock: string | null) => inProcessTarget({ seed: '1', ...(clock !== null && { clock }) })

/** A target that does the first of two changes of a name after the second. */
async function slowFirst(clock: string | null) {
  const target = await fresh(clock)
  let release = () => {}
  const second = new Promise<void>((resolve) => {
    release = resolve
  })
  return overFetch(target, (fetch) => async (input, init) => {
    const body = String(init?.body)
    if (body.includes('Annika')) await second
    const response = await fetch(input, init)
    if (body.includes('Annabel')) release()
    return response
  })
}

/** A target whose replies to a call are others. */
const answering =
  (path: RegExp, change: (body: { gameId: string }, call: number) => Response) =>
  async (clock: string | null) => {
    let calls = 0
    return withReplies(await fresh(clock), path, async (reply) => change(await reply.json(), ++calls))
  }

/** Both servers, on which ann and ben can act. */
async function opened(servers: Partial<Servers>, players = ['ann', 'ben']) {
  const both: Servers = { reference: fresh, target: fresh, isExact: true, ...servers }
  return Pair.open({
    servers: both,
    sketchbook: spellingSketchbook,
    serverSeed: '1',
    players,
    beginning: 'beginning',
    clock: both.isExact ? '2026-03-07T12:00:00-05:00' : null,
  })
}

const rename = (username: string): CallStep => ({ bot: 'ann', do: 'update-profile', with: { username } })

test('the order of a race may show only later', async () => {
  const pair = await opened({ target: slowFirst })
  const difference = async (step: PlayedStep) => (await pair.perform(step))?.difference
  // biome-ignore lint/suspicious/noThenProperty: what is seen after a race
  const race = { parallel: [rename('Annika'), rename('Annabel')], then: [] }
  expect(await difference(race)).toBeNull()
  expect(await difference({ bot: 'ann', do: 'profile' })).toBeNull()
  expect(await difference({ bot: 'ann', do: 'today' })).toBeNull()
  await pair.close()
})

// biome-ignore lint/suspicious/noThenProperty: what is seen after a race
const jumps: PlayedStep = { parallel: ['ann', 'ben'].map((bot) => ({ bot, do: 'jump-in' })), then: [] }

test('players who jump in at once may get different games', async () => {
  const apart = answering(/\/jump-in$/, (body, call) =>
    Response.json({ ...body, gameId: call === 1 ? body.gameId : 'another game' }),
  )
  const pair = await opened({ target: apart })
  expect(await pair.perform(jumps)).toMatchObject({ difference: null, isParted: true })
  await pair.close()
})

test('players who jump in at once and get the same game are in it', async () => {
  const forgetful = answering(/\/jump-in$/, (body) => Response.json({ ...body, participants: [] }))
  const pair = await opened({ target: forgetful })
  const performed = await pair.perform(jumps)
  expect(performed?.difference?.place).toMatch(/participants/)
  expect(performed?.isParted).toBeUndefined()
  await pair.close()
})

test('a call of a race may see a part from before the other one, with what is seen later as it must be', async () => {
  const torn = (status: number) =>
    answering(/\/history$/, (body) => Response.json({ ...body, totalGames: 'torn' }, { status }))
  const history: CallStep = { bot: 'ben', do: 'history' }
  const racing = async (status: number, then: CallStep[]) => {
    const pair = await opened({ target: torn(status) })
    const performed = await pair.perform({ parallel: [rename('Annika'), history], then })
    await pair.close()
    return performed?.difference ?? null
  }
  expect(await racing(200, [{ bot: 'ann', do: 'profile' }])).toBeNull()
  expect(await racing(200, [history])).toMatchObject({ actual: 'torn' })
  expect(await racing(409, [])).not.toBeNull()
})

test('what is due between the calls of a race may be sent or not', async () => {
  const message = { token: 'phone of ann', title: 'News' }
  const talkative = answering(/\/control\/outbox$/, () => Response.json({ items: [message] }))
  const pair = await opened({ target: talkative })
  const sent = { difference: { place: expect.stringMatching(/^\$\.items/) } }
  expect(await pair.perform(OUTBOX_LOOK)).toMatchObject(sent)
  const then: CallStep[] = []
  await pair.perform({ parallel: [rename('Annika'), { bot: 'ben', do: 'profile' }], then })
  expect(await pair.perform(OUTBOX_LOOK)).toMatchObject({ difference: null, isParted: true })
  expect(await pair.perform(OUTBOX_LOOK)).toMatchObject(sent)
  await pair.close()
})

test('a failure of both servers is a difference, unless a fault has asked for it', async () => {
  const failing = answering(/\/ping-activity$/, () =>
    Response.json({ error: { code: 'INTERNAL', message: 'oops' } }, { status: 500 }),
  )
  const pair = await opened({ reference: failing, target: failing })
  const difference = async (step: PlayedStep) => (await pair.perform(step))?.difference
  const ping: PlayedStep = { bot: 'ann', do: 'ping-activity' }
  expect(
    await difference({ fault: { status: 503, times: 1, match: { path: '/api/user/profile' } } }),
  ).toBeNull()
  expect(await difference({ bot: 'ann', do: 'profile' })).toBeNull()
  expect(await difference(ping)).toMatchObject({ place: 'status', expected: 500, actual: 500 })
  // biome-ignore lint/suspicious/noThenProperty: what is seen after a race
  expect(await difference({ parallel: [ping, { bot: 'ben', do: 'today' }], then: [] })).toMatchObject({
    place: 'status',
  })
  await pair.close()
})

test('lists that are sorted by time are in the same order on servers whose time passes', async () => {
  // A clock that stands still for several calls.
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => Math.floor(now() / 50) * 50)
  const target = async () => inProcessTarget({ seed: '2' })
  const blocked = ['ben', 'cat', 'dan', 'eve', 'fay', 'gus']
  const pair = await opened({ target, isExact: false }, ['ann', ...blocked])
  for (const other of blocked)
    await pair.perform({ bot: 'ann', do: 'block', with: { userId: `\${${other}.userId}` } })
  for (const call of ['blocks', 'export-account'])
    expect(await pair.perform({ bot: 'ann', do: call })).toMatchObject({ difference: null })
  await pair.close()
})
