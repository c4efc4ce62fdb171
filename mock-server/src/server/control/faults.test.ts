import { expect, test } from 'vitest'
import type { Fault } from '../../core/contract/schemas/control.ts'
import { endpoints } from '../../core/contract/table/endpoints.ts'
import type { Call } from '../../engine/calls/call.ts'
import { anyone, newServer } from '../compose/friends.fixture.ts'
import { Faults, matchProblem } from './faults.ts'

const call = (name: Call['name'], params = {}): Call => ({
  name,
  params,
  query: {},
  body: {},
  headers: {},
  origin: '',
})

async function statuses(faults: Fault[], calls: [Call, (string | null)?][]): Promise<(number | 'on')[]> {
  const box = new Faults(7, async () => {})
  box.put(faults)
  const answers: (number | 'on')[] = []
  for (const [each, userId = null] of calls)
    answers.push((await box.intercept(each, () => userId))?.status ?? 'on')
  return answers
}

const today = call('getToday')

test.each<[Fault['match'], (number | 'on')[]]>([
  [{ path: '/api/game/today' }, [500, 'on', 'on', 500]],
  [{ path: '/api/groups/*' }, ['on', 500, 'on', 'on']],
  [{ method: 'post' }, ['on', 'on', 500, 'on']],
  [{ userId: 'ann' }, ['on', 'on', 'on', 500]],
])('matches by method, path, path prefix, and user: %j', async (match, expected) => {
  const calls: [Call, string?][] = [
    [today],
    [call('getGroup', { id: 'owls' })],
    [call('startTurn')],
    [today, 'ann'],
  ]
  expect(await statuses([{ match, status: 500 }], calls)).toEqual(expected)
})

test('fires at the nth call, a number of times, or with a seeded probability', async () => {
  const five = Array.from({ length: 5 }, (): [Call] => [today])
  expect(await statuses([{ match: {}, nth: 2, status: 500 }], five)).toEqual(['on', 500, 'on', 'on', 'on'])
  expect(await statuses([{ match: {}, times: 2, status: 500 }], five)).toEqual([500, 500, 'on', 'on', 'on'])
  const many = Array.from({ length: 200 }, (): [Call] => [today])
  const chance: Fault[] = [{ match: {}, probability: 0.3, status: 500 }]
  const hits = await statuses(chance, many)
  expect(hits.filter((hit) => hit === 500).length).toBeGreaterThan(40)
  expect(hits.filter((hit) => hit === 500).length).toBeLessThan(80)
  expect(await statuses(chance, many)).toEqual(hits)
})

test('a fault keeps its counters when another one is added', async () => {
  const box = new Faults(7, async () => {})
  box.put([{ match: {}, times: 2, status: 500 }])
  await box.intercept(today, () => null)
  box.put([...box.list, { match: { path: '/api/groups/create' }, nth: 1, status: 503 }])
  expect(box.list[0]).toMatchObject({ times: 2, matched: 1, fired: 1 })
  const next = async () => (await box.intercept(today, () => null))?.status ?? 'on'
  expect([await next(), await next()]).toEqual([500, 'on'])
})

test('the random sequence continues when a fault is added, and restarts when there was none', async () => {
  const box = new Faults(7, async () => {})
  const chance: Fault = { match: {}, probability: 0.5, status: 500 }
  const draw = async (count: number) => {
    const hits: boolean[] = []
    for (let at = 0; at < count; at++) hits.push((await box.intercept(today, () => null)) !== null)
    return hits
  }
  box.put([chance])
  const whole = await draw(40)
  box.put([])
  box.put([chance])
  const first = await draw(20)
  box.put([...box.list, { match: { path: '/api/groups/create' }, status: 503 }])
  expect([...first, ...(await draw(20))]).toEqual(whole)
})

test('a fault that matches by an unknown field is refused instead of matching everything', async () => {
  const { fetch: ask } = newServer()
  const put = await ask('http://in-process/control/faults', {
    method: 'PUT',
    body: JSON.stringify([{ match: { paths: '/api/game/today' }, status: 500 }]),
  })
  expect([put.status, (await put.json()).error.message]).toEqual([
    400,
    expect.stringMatching(/^0\.match: .*"paths"/),
  ])
})

test('a refusal because of load says when to try again, as those of the server do', async () => {
  const { fetch: ask } = newServer()
  const retryAfter = async (fault: Partial<Fault>) => {
    const body = JSON.stringify([{ match: { path: '/api/extensions' }, ...fault }])
    await ask('http://in-process/control/faults', { method: 'PUT', body })
    return (await ask('http://in-process/api/extensions')).headers.get('retry-after')
  }
  expect(await retryAfter({ status: 429 })).toBe('1')
  expect(await retryAfter({ code: 'UNAVAILABLE' })).toBe('5')
  expect(await retryAfter({ status: 500 })).toBeNull()
  // A response with its own body is that of another server, such as a proxy.
  expect(await retryAfter({ status: 503, rawBody: '<html>' })).toBeNull()
})

test.each([
  [{ path: '/api/game/tody' }, "no call has the path '/api/game/tody'"],
  [{ path: '/api/nothing/*' }, "no call has the path '/api/nothing/*'"],
  [{ path: '/control/*' }, "no call has the path '/control/*'"],
  [{ path: '/api/game/today', method: 'delete' }, "no DELETE call has the path '/api/game/today'"],
  [{ path: '/api/reactions/ws/*' }, "'/api/reactions/ws/*' is a socket; faults change HTTP responses only"],
  [{ path: '/api/reactions/ws/OwL95vSomeGame', method: 'GET' }, 'is a socket; faults change HTTP responses'],
  [{ method: 'FETCH' }, "no call has the method 'FETCH': use one of POST, GET,"],
])('a fault that can match no call is refused: %j', async (match, message) => {
  const client = anyone(newServer())
  const put = client.putFaults({
    body: [
      { match: {}, status: 500 },
      { match, status: 500 },
    ],
  })
  await expect(put).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/^1\.match: /) })
  await expect(put).rejects.toThrow(message)
  expect(await client.getFaults()).toEqual([])
})

test('a fault without an effect is refused', async () => {
  const client = anyone(newServer())
  const put = (...body: Fault[]) => client.putFaults({ body })
  const match = { path: '/api/game/today' }
  for (const idle of [{ match }, { match, nth: 1, message: 'Slow down' }, { match, drop: false }])
    await expect(put({ match, status: 500 }, idle)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^1: this fault has no effect: add one of status, code, /),
    })
  for (const effect of [{ delayMs: 5 }, { code: 'TEAPOT' }, { rawBody: '' }, { drop: true }])
    expect(await put({ match, ...effect })).toHaveLength(1)
})

test.each(['/api/*', '*', '/api/groups/OwL95vSomeGroup/kick', '/api/user/prof*'])(
  'a fault for %s is accepted',
  async (path) => {
    const client = anyone(newServer())
    expect(await client.putFaults({ body: [{ match: { path }, status: 500 }] })).toHaveLength(1)
  },
)

test('every call can be matched by its method, and its path up to the first parameter', () => {
  const calls = Object.values(endpoints).filter(({ documented, kind }) => documented && kind !== 'socket')
  const problems = calls.map(({ method, path }) =>
    matchProblem({ match: { method, path: path.replace(/\{.*/, '*') } }),
  )
  expect(new Set(problems)).toEqual(new Set([null]))
})

test('only delays if it has no response', async () => {
  const waited: number[] = []
  const box = new Faults(7, async (ms) => void waited.push(ms))
  box.put([{ match: {}, delayMs: 250 }])
  expect(await box.intercept(today, () => null)).toBeNull()
  expect(waited).toEqual([250])
})

test('a lost response breaks the connection after the call was processed, a dropped call before it', async () => {
  const client = anyone(newServer())
  const signIn = (deviceId: string) => client.signInDevice({ body: { deviceId } })
  await client.putFaults({ body: [{ match: {}, drop: true }] })
  await expect(signIn('device_ann_0123456789')).rejects.toThrow('fetch failed')
  await client.putFaults({ body: [{ match: {}, loseResponse: true }] })
  await expect(signIn('device_ben_0123456789')).rejects.toThrow('fetch failed')
  await client.clearFaults()
  expect((await signIn('device_ann_0123456789')).isNewUser).toBe(true)
  expect((await signIn('device_ben_0123456789')).isNewUser).toBe(false)
})
