import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '../../core/contract/table/endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from '../../core/contract/table/endpoints.ts'
import { ERROR_STATUS } from '../../core/contract/table/error-codes.ts'
import { fillPath } from '../../core/contract/table/path.ts'
import { picture } from '../../core/picture/picture.fixture.ts'
import { createInProcessServer } from '../compose/in-process-server.ts'
import { startServer } from '../main.ts'

/** Changes every day (.config/vitest.config.ts). */
const dailySeed = Number(process.env.INKLING_TEST_SEED)

/*
 * Valid, nearly valid and nonsense calls of several players in any order, generated from the endpoint table. None causes
 * an internal error, and every response is as the table specifies.
 */

const RUNS = Number(process.env.INKLING_FUZZ_RUNS ?? 20)
const DEVICES = ['device_ann_0123456789', 'device_ben_0123456789', 'device_cat_0123456789']
const DRAWING = picture(40)

/** Values that are valid for some field, so that calls pass the first checks. */
const meaningful = fc.constantFrom<unknown>(
  ...DEVICES,
  'cat',
  'Owls',
  'ios',
  'love',
  '2026-03-07',
  'OWLS42',
  DRAWING,
  '',
  ' ',
  '\u0000',
  '__proto__',
  '🦊',
  'x'.repeat(300),
  0,
  1,
  -1,
  1.5,
  1e21,
  true,
  null,
)

interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
}

/** Values that a schema probably accepts. */
function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting))
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, each]) => [name, nearly(each)]),
        ),
        { requiredKeys: [] },
      )
    case 'array':
      return fc.array(schema.items ? nearly(schema.items) : fc.jsonValue(), { maxLength: 4 })
    case 'integer':
      return fc.integer({ min: -2, max: 60 })
    case 'number':
      return fc.double({ min: -10, max: 1000, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.oneof(meaningful, fc.string({ maxLength: 40 }))
  }
}

const nearly = (schema: JsonSchema): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 8, arbitrary: fitting(schema) },
    { weight: 1, arbitrary: meaningful },
    { weight: 1, arbitrary: fc.jsonValue() },
  )

const schemaOf = (schema: NonNullable<Endpoint['body']>): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** Calls that would replace the fuzzed world or make every other call fail. */
const EXCLUDED: EndpointName[] = ['restoreWorld', 'resetWorld', 'putFaults', 'startMaintenance']

const callArbitrary = fc
  .constantFrom(
    ...endpointNames.filter((name) => endpoints[name].kind === 'call' && !EXCLUDED.includes(name)),
  )
  .chain((name) => {
    const { body }: Endpoint = endpoints[name]
    return fc.record({
      name: fc.constant(name),
      who: fc.integer({ min: -1, max: DEVICES.length - 1 }),
      pick: fc.nat(),
      odd: fc.option(fc.string({ maxLength: 20 }), { freq: 6 }),
      body: body ? nearly(schemaOf(body)) : fc.constant(undefined),
      query: fc.option(
        fc.constantFrom(
          '?limit=3',
          '?limit=x',
          '?query=a',
          '?state=closed',
          '?before=2026-03-08',
          '?before=',
          '?day=2026-03-07',
          '?a=%',
        ),
        {
          freq: 3,
        },
      ),
    })
  })
type FuzzCall = typeof callArbitrary extends fc.Arbitrary<infer T> ? T : never

interface Door {
  readonly fetch: typeof fetch
  readonly origin: string
  close(): Promise<void>
}

const NOON = { seed: 'fuzz', clock: '2026-03-07T12:00:00-05:00' }
/** The day ends before most turns would expire. */
const LATE = { seed: 'fuzz', clock: '2026-03-07T23:59:00-05:00' }

const inProcess = async (state: typeof NOON): Promise<Door> => {
  const { fetch } = createInProcessServer(state)
  return { fetch, origin: 'http://in-process', close: async () => {} }
}

const realServer = async (): Promise<Door> => {
  const { url, close } = await startServer({ port: 0, data: null, ...NOON })
  return { fetch, origin: url, close }
}

/** Replaces the ids that a body has by real ones. */
const withIds = (body: unknown, ids: Record<string, unknown>): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, ids[name] ?? value]))
    : body

async function run({ fetch, origin }: Door, calls: FuzzCall[]): Promise<void> {
  const post = (path: string, body: unknown, token = '') =>
    fetch(origin + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    }).then((response) => response.json())
  const tokens: string[] = []
  const ids: string[] = []
  for (const deviceId of DEVICES) {
    const { token, user } = await post('/api/auth/device', { deviceId })
    tokens.push(token)
    ids.push(user.id)
  }
  const group = await post('/api/groups/create', { name: 'Owls' }, tokens[0])
  await post('/api/groups/join', { code: group.code }, tokens[1])
  await post('/api/admin/trigger-daily-games', {})
  const { gameId } = await post('/api/game/start-turn', {}, tokens[0])
  ids.push(group.id, gameId, group.code)
  let reportId = 'no-report-yet'

  for (const { name, who, pick, odd, body, query } of calls) {
    const { method, path, reply }: Endpoint = endpoints[name]
    const known = ids[pick % ids.length] ?? ''
    const value = odd ?? known
    const params = {
      id: value,
      gameId: value,
      code: value,
      userId: value,
      reportId: odd ?? reportId,
      stepIndex: odd ?? pick % 4,
    }
    const sent = pick % 2 ? withIds(body, { gameId, userId: ids[pick % DEVICES.length], reportId }) : body
    // An empty segment would make it a different path.
    const filled = fillPath(
      path,
      Object.fromEntries(Object.entries(params).map(([part, value]) => [part, value || '-'])),
    )
    const response = await fetch(`${origin}${filled}${query ?? ''}`, {
      method,
      headers: who < 0 ? {} : { authorization: `Bearer ${tokens[who]}` },
      ...(method !== 'GET' && sent !== undefined && { body: JSON.stringify(sent) }),
    })
    const text = await response.text()
    const what = `${method} ${filled} ${JSON.stringify(sent)} -> ${response.status} ${text.slice(0, 300)}`
    const answered = JSON.parse(text)
    if (response.status === 200) {
      reportId = answered.reportId ?? reportId
      expect(reply.safeParse(answered).success, what).toBe(true)
    } else {
      const known: Record<string, number> = ERROR_STATUS
      expect(known[answered.error.code], what).toBe(response.status)
      expect(response.status, what).toBeLessThan(500)
      expect(answered.error.message, what).toMatch(/\S/)
    }
  }
}

test.each([
  ['in process', RUNS, () => inProcess(NOON)],
  ['in process a minute before midnight', RUNS, () => inProcess(LATE)],
  // Starting it for each run takes most of the time, and its engine is the same.
  ['the real server', Math.ceil(RUNS / 4), realServer],
] as const)(
  '%s answers any calls as the table specifies, and never with an internal error',
  async (_, numRuns, open) => {
    await fc.assert(
      fc.asyncProperty(fc.array(callArbitrary, { minLength: 5, maxLength: 40 }), async (calls) => {
        const door = await open()
        try {
          await run(door, calls)
        } finally {
          await door.close()
        }
      }),
      { seed: dailySeed, numRuns },
    )
  },
  60_000 + 200 * RUNS,
)
