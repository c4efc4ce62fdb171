import { type EndpointName, endpointNames, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import type { ErrorCode } from '@inkling/mock-server/contract/table/error-codes'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { shapeOf } from '../runner/language/values/object-shape.ts'
import { holds } from './findings.ts'
import { type Point, pointsOf } from './point.ts'
import { type Probe, UNKNOWN } from './probe.ts'

/* Calls that are refused, or that only read. */

const JSON_BODY = { method: 'POST', headers: { 'content-type': 'application/json' } }

const forPlayers = endpointNames.filter((name) => {
  const { documented, extension, auth, kind } = endpoints[name]
  return documented && extension === null && auth === 'player' && kind === 'call'
})

/** Path parameters that match nothing. */
const unknownIds = (name: (typeof forPlayers)[number]): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(shapeOf(endpoints[name].params)).map((field) => [field, field === 'stepIndex' ? 0 : UNKNOWN]),
  )

const sessions: Point[] = forPlayers.flatMap((name) => {
  const { method, path } = endpoints[name]
  return pointsOf('Error codes', 'nothing', {
    [`${method} ${path} needs a valid token`]: async (probe) => {
      await probe.refuses('AUTH_REQUIRED', name, unknownIds(name))
      await probe.refuses('AUTH_INVALID', name, unknownIds(name), 'not-a-token')
    },
  })
})

const extensions = pointsOf('Extensions', 'nothing', {
  'a server without extensions answers NOT_FOUND, another one lists them': async (probe) => {
    const { status } = await probe.ask('getExtensions')
    if (status !== 404) await probe.replies('getExtensions')
  },
})

const envelope = pointsOf('Requests and responses', 'nothing', {
  'an unknown path below /api is NOT_FOUND': (probe) =>
    probe.refusesRaw('NOT_FOUND', '/api/no/such/path', { method: 'GET' }),
  'a wrong method on a known path is NOT_FOUND': (probe) =>
    probe.refusesRaw('NOT_FOUND', '/api/game/today', { method: 'PATCH' }),
  'a body that is not JSON is VALIDATION_FAILED': (probe) =>
    probe.refusesRaw('VALIDATION_FAILED', '/api/auth/device', { ...JSON_BODY, body: '{"deviceId":' }),
  'a body over 1 MiB is PAYLOAD_TOO_LARGE': (probe) =>
    probe.refusesRaw('PAYLOAD_TOO_LARGE', '/api/auth/device', {
      ...JSON_BODY,
      body: JSON.stringify({ deviceId: 'x'.repeat(1_100_000) }),
    }),
  'a device id of the wrong length or with invalid characters is VALIDATION_FAILED': async (probe) => {
    for (const deviceId of ['short', 'x'.repeat(129), 'has spaces in it, sixteen', 12]) {
      await probe.refuses('VALIDATION_FAILED', 'signInDevice', { deviceId })
    }
  },
})

const open = pointsOf('Results', 'nothing', {
  'the public results of an unknown game are NOT_FOUND': async (probe) => {
    await probe.refuses('NOT_FOUND', 'getPublicResults', { gameId: UNKNOWN })
  },
  'GET /healthz reports that the server is alive': async ({ target }) => {
    const response = await target.fetch(`${target.baseUrl}/healthz`)
    const body = await response.json().catch(() => null)
    holds(
      response.status === 200 && body?.ok === true,
      `GET /healthz returns ${response.status}, not { ok: true }`,
    )
  },
})

const admins = pointsOf('Admin', 'nothing', {
  'a wrong admin key is refused': async (probe) => {
    const status = await probe.withWrongKey()
    // A server without admin calls answers 404.
    holds([403, 404].includes(status), `a wrong admin key gets ${status} instead of 403 FORBIDDEN`)
  },
})

const reading = pointsOf('Players and tokens', 'player', {
  'the profile is as documented, and every reply says how long the token is valid': async (probe) => {
    const token = await probe.reader()
    await probe.replies('getProfile', {}, token)
    const { headers } = await probe.ask('getProfile', {}, token)
    const days = headers[HEADER.tokenDaysRemaining.toLowerCase()]
    holds(
      /^\d+$/.test(days ?? ''),
      `${HEADER.tokenDaysRemaining} is ${days ?? 'missing'} instead of a number`,
    )
  },
  "today's game is as documented, or the player is not in a group": async (probe) => {
    await repliesOr(probe, 'VALIDATION_FAILED', 'getToday')
  },
  'history is paged, newest first': async (probe) => {
    const { entries } = await probe.replies('getHistory', { limit: 5 }, await probe.reader())
    const days = entries.map(({ date }) => date)
    holds(days.join() === days.toSorted().reverse().join(), `its days are ${days.join(', ')}`)
  },
  'a page of history has 1 to 50 entries': async (probe) => {
    const token = await probe.reader()
    for (const limit of [0, 51]) await probe.refuses('VALIDATION_FAILED', 'getHistory', { limit }, token)
  },
  'the number of players today is reported': async (probe) => {
    await probe.replies('getDailyStats', {}, await probe.reader())
  },
  'push tokens are listed': async (probe) => {
    await probe.replies('getTokens', {}, await probe.reader())
  },
  'unknown games, groups and codes are NOT_FOUND': async (probe) => {
    const token = await probe.reader()
    await probe.refuses('NOT_FOUND', 'getGame', { id: UNKNOWN }, token)
    await probe.refuses('NOT_FOUND', 'getReactions', { gameId: UNKNOWN }, token)
    await probe.refuses(['NOT_FOUND', 'FORBIDDEN'], 'getGroup', { id: UNKNOWN }, token)
    await probe.refuses('NOT_FOUND', 'lookupGroup', { code: 'ZZZZZ0' }, token)
  },
  "yesterday's results are as documented, or NOT_FOUND": async (probe) => {
    await repliesOr(probe, 'NOT_FOUND', 'getYesterdayResults')
  },
})

/** A call that is as documented, or refused with this code. */
async function repliesOr(probe: Probe, code: ErrorCode, name: EndpointName): Promise<void> {
  const token = await probe.reader()
  const { error } = await probe.ask(name, {}, token)
  if (error) await probe.refuses(code, name, {}, token)
  else await probe.replies(name, {}, token)
}

export const HARMLESS_POINTS: readonly Point[] = [
  ...extensions,
  ...envelope,
  ...open,
  ...sessions,
  ...admins,
  ...reading,
]
