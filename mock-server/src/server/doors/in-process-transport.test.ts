import { expect, test } from 'vitest'
import { clientOf, transportOf } from '../../core/contract/client/client.ts'
import { createInProcessServer, IN_PROCESS_ORIGIN } from '../compose/in-process-server.ts'

/* Cases that the script of doors.test.ts leaves out. */

const server = createInProcessServer({ seed: 'in process', clock: '2026-03-06T12:00:00-05:00' })
const access = { baseUrl: IN_PROCESS_ORIGIN, fetch: server.fetch }
const transports = [server.transport, transportOf(access)]
const clients = transports.map((transport) => clientOf({ ...access, transport }))

test.each([
  { name: 'signInDevice', body: { deviceId: 'x'.repeat(1_100_000) } },
  { name: 'lookupGroup', params: { code: 'a b/ü' } },
  { name: 'getHistory', query: { limit: 5, before: undefined } },
] as const)('$name gets the same response as over fetch', async ({ name, ...parts }) => {
  const [one, other] = await Promise.all(
    transports.map(async (transport) => {
      const response = await transport(name, parts, { token: 'nobody' })
      const { status, ok, headers } = response
      return { status, ok, headers: Object.fromEntries(headers), body: await response.json() }
    }),
  )
  expect(one).toEqual(other)
})

test.each(clients)('a call without a parameter of its path is not made', async (client) => {
  await expect(client.inspectReport({ params: {} } as never)).rejects.toThrow(
    '/api/admin/moderation/reports/{id} needs a value for {id}: give params: { id }',
  )
})

test.each(clients)(
  'faults reach the typed client: broken connections and bodies, statuses and codes',
  async (client) => {
    const match = { path: '/api/game/stats/daily' }
    for (const [effect, error] of [
      [{ drop: true }, { name: 'TypeError', message: 'fetch failed' }],
      [{ status: 503 }, { code: 'UNAVAILABLE', status: 503 }],
      [
        { code: 'RATE_LIMITED', message: 'Slow down' },
        { code: 'RATE_LIMITED', message: 'Slow down' },
      ],
      [
        { status: 500, rawBody: '<html>' },
        { code: 'NETWORK_ERROR', status: 500 },
      ],
      [
        { status: 500, rawBody: '{}' },
        { code: 'UNKNOWN_ERROR', status: 500 },
      ],
    ] as const) {
      await client.putFaults({ body: [{ match, ...effect }] })
      await expect(client.getDailyStats()).rejects.toMatchObject(error)
    }
  },
)
