import { clientOf } from '@inkling/mock-server/contract/client/client'
import { expect, test } from 'vitest'
import { spellingSketchbook } from '../bots/sketchbook.fixture.ts'
import { loadScenario } from '../runner/language/files/load.ts'
import { runScenario } from '../runner/run.ts'
import { inProcessTarget } from '../runner/targets/in-process-target.ts'
import { overFetch, withReplies } from '../runner/targets/over-fetch.fixture.ts'
import type { Target } from '../runner/targets/target.ts'
import { type ExplorePlan, explore } from './explore.ts'
import { type Find, firstDifference, shrunkFind } from './find.ts'
import type { Servers } from './pair.ts'

const signal = new AbortController().signal

const fresh = (seed: string) => async (clock: string | null) =>
  inProcessTarget({ seed, ...(clock !== null && { clock }) })

/** A target whose replies to some calls are changed. */
const broken =
  (changed: RegExp, change: (reply: Response) => Response | Promise<Response>, seed = '1') =>
  async (clock: string | null): Promise<Target> =>
    withReplies(await fresh(seed)(clock), changed, change)

/** Changes the bodies of successful replies. */
const body = (change: (body: never) => unknown) => async (reply: Response) =>
  reply.ok ? Response.json(change((await reply.json()) as never), { headers: reply.headers }) : reply

const refusal = (status: number, code: string) =>
  Response.json({ error: { code, message: 'oops' } }, { status })

async function run(servers: Partial<Servers>, more: Partial<ExplorePlan> = {}) {
  const finds: Find[] = []
  const plan: ExplorePlan = {
    servers: { reference: fresh('1'), target: fresh('1'), isExact: true, ...servers },
    sketchbook: spellingSketchbook,
    seed: '1',
    serverSeed: '1',
    players: 6,
    controls: true,
    only: new Set(),
    leftOut: new Map(),
    actions: 150,
    untilCovered: false,
    async onFind(raw) {
      finds.push(await shrunkFind(raw, { ...plan, shrinkMs: 60_000, command: 'inkling explore' }))
      return false
    },
    onProgress() {},
    signal,
    ...more,
  }
  return { ...(await explore(plan)), finds, plan }
}

test('a server does not differ from itself', async () => {
  const { finds, compared, coverage } = await run({})
  expect(finds.map(({ title, text }) => [title, text])).toEqual([])
  expect(compared).toBeGreaterThan(450)
  const { reached = [] } = coverage.calls.find(({ call }) => call === 'submit-turn') ?? {}
  expect(reached.map(({ outcome }) => outcome)).toContain('success')
})

test('a difference becomes a small scenario that passes on the reference and fails on the target', async () => {
  const target = broken(
    /^GET \/api\/groups\/(?!lookup)[^/]+$/,
    body((group: { memberCount: number }) => ({ ...group, memberCount: Math.min(group.memberCount, 2) })),
  )
  const { finds } = await run({ target })
  const [find] = finds
  expect(find).toMatchObject({
    title: expect.stringMatching(/groups.*: memberCount$/),
    section: 'Groups',
    isRepeated: true,
  })
  expect(find?.steps).toBeLessThanOrEqual(4)
  expect(find?.text).toContain('# the target: 2')
  const loaded = await loadScenario('find.yaml', async () => find?.text ?? '')
  const outcomeOn = async (server: Target) =>
    (await runScenario(loaded, { target: server, sketchbook: spellingSketchbook })).outcome
  const clock = loaded.scenario.config?.clock ?? null
  expect([await outcomeOn(await fresh('1')(clock)), await outcomeOn(await target(clock))]).toEqual([
    'passed',
    'failed',
  ])
})

test('a failure of both servers is found, with a scenario that passes on neither', async () => {
  const failing = broken(/^POST \/api\/blocks$/, () => refusal(500, 'INTERNAL'))
  const only = new Set(['block'])
  const { finds } = await run({ reference: failing, target: failing }, { only, actions: 400 })
  expect(finds).toMatchObject([
    { title: 'POST /api/blocks: status', steps: 1, isRepeated: true, run: { outcome: 'failed' } },
  ])
  expect(finds[0]?.text).toContain('# Both servers fail: the scenario passes on neither.')
})

test('a difference that does not come again is reported with all steps', async () => {
  let answers = 0
  const target = broken(
    /^GET \/api\/game\/today$/,
    body((today: object) => (++answers === 20 ? { ...today, word: 'leaked' } : today)),
  )
  const { finds } = await run({ target })
  expect(finds).toMatchObject([{ isRepeated: false, run: null, title: 'GET /api/game/today: word' }])
  expect(finds[0]?.text).toContain('# The same steps did not show it again.')
  expect(finds[0]?.steps).toBeGreaterThan(20)
})

test('a difference in a race becomes a valid scenario with the values of both servers', async () => {
  const target = broken(/\/start-turn$/, (reply) => (reply.ok ? reply : refusal(404, 'NOT_FOUND')))
  const players = ['ann', 'ben']
  const servers: Servers = { reference: fresh('1'), target, isExact: true }
  const both = {
    sketchbook: spellingSketchbook,
    serverSeed: '1',
    servers,
    players,
    beginning: 'race',
    clock: '2026-03-07T12:00:00-05:00',
  }
  const race = {
    parallel: players.map((bot) => ({ bot, do: 'start-turn' })),
    // biome-ignore lint/suspicious/noThenProperty: what is seen after a race
    then: [{ bot: 'ann', do: 'group', with: { id: 'none' } }],
  }
  const raw = await firstDifference([race], both)
  if (raw === null) throw new Error('the servers do not differ')
  const plan = { ...both, signal, shrinkMs: 60_000, command: 'inkling explore' }
  const find = await shrunkFind({ ...raw, ...both }, plan)
  expect(find).toMatchObject({ title: 'several calls at once: [0].body.error.message' })
  expect(find.text).toContain("# the target: 'oops'")
  const { scenario } = await loadScenario('find.yaml', async () => find.text)
  expect(scenario.steps.slice(-2)).toMatchObject([
    { parallel: race.parallel, expect: { succeeded: 0, failed: 2 } },
    { do: 'group', expect: { error: 'NOT_FOUND' } },
  ])
})

const OTHERS = 'others use the server too'
const withoutControls = { controls: false, leftOut: new Map([['jumpIn', OTHERS] as const]) }

test('a server with another seed, without controls, is compared by meaning, again and again, and no public game is entered', async () => {
  const gameTypes: unknown[] = []
  const kept = withReplies(inProcessTarget({ seed: '2' }), /\/jump-in$/, async (reply) => {
    if (reply.ok) gameTypes.push((await reply.clone().json()).gameType)
    return reply
  })
  const target = async (): Promise<Target> => ({ ...kept, async close() {} })
  const leftOut = new Map([['jumpIn', OTHERS] as const, ['getDailyStats', OTHERS] as const])
  for (const _ of [1, 2]) {
    const { finds, compared, sequences } = await run(
      { target, isExact: false },
      { controls: false, leftOut, actions: 125 },
    )
    expect(finds.map(({ title, text }) => [title, text])).toEqual([])
    expect(compared).toBeGreaterThan(350)
    expect(sequences).toBe(2)
  }
  expect(new Set(gameTypes)).toEqual(new Set(['group']))
  await kept.close()
})

test('a server with another seed that leaves something out is found', async () => {
  const target = broken(
    /\/api\/blocks$/,
    body(() => ({ blocks: [] })),
    '2',
  )
  const more = { ...withoutControls, actions: 400, only: new Set(['block']) }
  const { finds } = await run({ target, isExact: false }, more)
  expect(finds).toMatchObject([{ title: expect.stringMatching(/^POST \/api\/blocks: blocks/) }])
})

test('another guess may be the best where the word is another', async () => {
  const more = { ...withoutControls, seed: '10', actions: 60 }
  const { finds } = await run({ target: fresh('2'), isExact: false }, more)
  expect(finds).toEqual([])
})

test('the exploration ends when every call had each outcome that can be reached', async () => {
  const { actions, coverage } = await run(
    {},
    { only: new Set(['announcements']), untilCovered: true, actions: 1000 },
  )
  expect(actions).toBeLessThan(1000)
  const asked = coverage.calls.filter(({ leftOut }) => leftOut === null)
  expect(asked.map(({ call, missing }) => [call, missing])).toEqual([['announcements', []]])
  expect(coverage.calls.find(({ call }) => call === 'report')?.leftOut).toBe('it was not asked for')
})

test('a call without a token is compared', async () => {
  const target = async (clock: string | null) =>
    overFetch(await fresh('1')(clock), (fetch) => async (input, init) => {
      const response = await fetch(input, init)
      if (response.status !== 401 || new Headers(init?.headers).has('authorization')) return response
      return Response.json({ error: { code: 'FORBIDDEN', message: 'no' } }, { status: 403 })
    })
  const { finds } = await run({ target }, { actions: 400, only: new Set(['blocks', 'list-reports']) })
  expect(finds).toMatchObject([{ title: expect.stringMatching(/: error.code$/), isRepeated: true }])
  expect(finds[0]?.text).toContain('- { http: {')
})

test('a server that forgets something when it is restarted is found', async () => {
  const target = async (clock: string | null): Promise<Target> => {
    const server = await fresh('1')(clock)
    return {
      ...server,
      async restart(secrets) {
        await server.restart?.(secrets)
        await clientOf(server).resetWorld()
      },
    }
  }
  const { finds } = await run({ target }, { actions: 2000, seed: '28' })
  expect(finds[0]?.text).toContain('- { server: restart }')
})

test('headers are compared, also those of refusals', async () => {
  const target = async (clock: string | null) =>
    overFetch(await fresh('1')(clock), (fetch) => async (input, init) => {
      const response = await fetch(input, init)
      response.headers.set('cache-control', 'no-cache')
      return response
    })
  const { finds } = await run({ target })
  expect(finds).toMatchObject([
    {
      title: expect.stringMatching(/: header cache-control$/),
      section: 'Requests and responses',
      isRepeated: true,
    },
  ])
})
