import { clientOf } from '@inkling/mock-server/contract/client/client'
import { expect, test } from 'vitest'
import { spellingSketchbook } from '../bots/sketchbook.fixture.ts'
import { loadScenario } from '../runner/language/files/load.ts'
import { runScenario } from '../runner/run.ts'
import { inProcessTarget } from '../runner/targets/in-process-target.ts'
import { overFetch } from '../runner/targets/over-fetch.fixture.ts'
import type { Target } from '../runner/targets/target.ts'
import { type ExplorePlan, explore } from './explore.ts'
import { type Find, firstDifference, shrunkFind } from './find.ts'
import type { Servers } from './pair.ts'

const signal = new AbortController().signal

const fresh = (seed: string) => async (clock: string | null) =>
  inProcessTarget({ seed, ...(clock !== null && { clock }) })

/** A target whose successful replies below a path are changed. */
const broken =
  (path: RegExp, change: (body: never) => unknown) =>
  async (clock: string | null): Promise<Target> =>
    overFetch(await fresh('1')(clock), (fetch) => async (input, init) => {
      const response = await fetch(input, init)
      if (!response.ok || !path.test(new URL(String(input)).pathname)) return response
      return Response.json(change((await response.json()) as never), { headers: response.headers })
    })

async function run(servers: Partial<Servers>, more: Partial<ExplorePlan> = {}, shrinkMs = 60_000) {
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
      finds.push(await shrunkFind(raw, { ...plan, shrinkMs, command: 'inkling explore' }))
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
  const target = broken(/^\/api\/groups\/(?!lookup)[^/]+$/, (body: { memberCount: number }) => ({
    ...body,
    memberCount: Math.min(body.memberCount, 2),
  }))
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
  const failing = async (clock: string | null) =>
    overFetch(await fresh('1')(clock), (fetch) => async (input, init) => {
      if (!String(input).endsWith('/api/blocks') || init?.method !== 'POST') return fetch(input, init)
      return Response.json({ error: { code: 'INTERNAL', message: 'oops' } }, { status: 500 })
    })
  const only = new Set(['block'])
  const { finds } = await run({ reference: failing, target: failing }, { only, actions: 400 })
  expect(finds).toMatchObject([
    { title: 'POST /api/blocks: status', steps: 1, isRepeated: true, run: { outcome: 'failed' } },
  ])
  expect(finds[0]?.text).toContain('# Both servers fail: the scenario passes on neither.')
})

test('a difference that does not come again is reported with all steps', async () => {
  let answers = 0
  const target = broken(/^\/api\/game\/today$/, (body: object) =>
    ++answers === 60 ? { ...body, word: 'leaked' } : body,
  )
  const { finds } = await run({ target })
  expect(finds).toMatchObject([{ isRepeated: false, run: null, title: 'GET /api/game/today: word' }])
  expect(finds[0]?.text).toContain('# The same steps did not show it again.')
  expect(finds[0]?.steps).toBeGreaterThan(20)
})

test('a difference in a race becomes a valid scenario with the values of both servers', async () => {
  const target = async (clock: string | null) =>
    overFetch(await fresh('1')(clock), (fetch) => async (input, init) => {
      const response = await fetch(input, init)
      if (response.ok || !String(input).endsWith('/start-turn')) return response
      return Response.json({ error: { code: 'NOT_FOUND', message: 'oops' } }, { status: 404 })
    })
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

test('servers with other seeds, without controls, are compared by meaning', async () => {
  const without = {
    controls: false,
    leftOut: new Map([['jumpIn', 'others use the server too'] as const]),
    actions: 150,
  }
  const { finds, compared } = await run({ target: fresh('2'), isExact: false }, without)
  expect(finds.map(({ title, text }) => [title, text])).toEqual([])
  expect(compared).toBeGreaterThan(400)
  const target = async (clock: string | null) =>
    overFetch(await fresh('2')(clock), (fetch) => async (input, init) => {
      const response = await fetch(input, init)
      if (!response.ok || !String(input).endsWith('/api/blocks')) return response
      return Response.json({ blocks: [] }, { headers: response.headers })
    })
  const missing = await run(
    { target, isExact: false },
    { ...without, actions: 400, only: new Set(['block']) },
  )
  expect(missing.finds).toMatchObject([{ title: expect.stringMatching(/^POST \/api\/blocks: blocks/) }])
})

test('a server without controls can be explored twice with one seed', async () => {
  const kept = inProcessTarget({ seed: '2' })
  const target = async (): Promise<Target> => ({ ...kept, async close() {} })
  const reason = 'others use the server too'
  const plan = {
    controls: false,
    leftOut: new Map([['jumpIn', reason] as const, ['getDailyStats', reason] as const]),
    actions: 125,
  }
  for (const _ of [1, 2]) {
    const { finds, sequences } = await run({ target, isExact: false }, plan)
    expect(finds.map(({ title, text }) => [title, text])).toEqual([])
    expect(sequences).toBe(2)
  }
  await kept.close()
})

test('without controls, nobody enters a public game, in which strangers may be', async () => {
  const gameTypes: unknown[] = []
  const target = async (): Promise<Target> =>
    overFetch(inProcessTarget({ seed: '2' }), (fetch) => async (input, init) => {
      const response = await fetch(input, init)
      if (String(input).endsWith('/jump-in') && response.ok)
        gameTypes.push((await response.clone().json()).gameType)
      return response
    })
  const leftOut = new Map([['jumpIn', 'others use the server too'] as const])
  const { finds } = await run(
    { target, isExact: false },
    { controls: false, leftOut, seed: '2', actions: 240 },
  )
  expect(finds).toEqual([])
  expect(new Set(gameTypes)).toEqual(new Set(['group']))
})

test('another guess may be the best where the word is another', async () => {
  const leftOut = new Map([['jumpIn', 'others use the server too'] as const])
  const more = { controls: false, leftOut, seed: '10', actions: 60 }
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
  const { finds } = await run({ target }, { actions: 400 })
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
  const { finds } = await run({ target }, { actions: 2000 }, 3000)
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
