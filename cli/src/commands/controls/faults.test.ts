import type { Fault } from '@inkling/mock-server/contract/schemas/control'
import { endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { fillPath } from '@inkling/mock-server/contract/table/path'
import { expect, test } from 'vitest'
import type { CliError } from '../../cli-error.ts'
import { painter } from '../../output/style.ts'
import { addFault, type FaultOptions } from './faults.ts'
import { faultsText } from './faults-text.ts'

const ID = 'OovyZ14iseET4FxB5bG6sD'

const refusal = (path: string, method?: string): string | null =>
  refusalOf(path, { status: 503, ...(method && { method }) })

function refusalOf(path: string, options: FaultOptions): string | null {
  try {
    addFault(path, options)
    return null
  } catch (error) {
    const { exitCode, message } = error as CliError
    return `${exitCode} ${message}`
  }
}

test.each([
  '/api/game/today',
  `/api/groups/${ID}/kick`,
  '/api/groups/lookup/K3P9QZ',
  `/api/reactions/${ID}/0`,
  '/api/*',
  '/api/game/*',
  '/api/game/sub*',
  `/api/groups/${ID}/*`,
  '/*',
])('a fault on %s can affect a call', (path) => {
  expect(refusal(path)).toBeNull()
})

test.each([
  ['/api/game/tody', "; did you mean '/api/game/today'?"],
  ['/api/gmae/*', "; did you mean '/api/game/*'?"],
  ['/api/groups/{id}', "; did you mean '/api/groups/*'?"],
  ['/api/user/history?limit=5', "; did you mean '/api/user/history'?"],
  ['/api/game/today/*', "; did you mean '/api/game/today'?"],
  ['/control/clock', ': name a path of the API, or /api/* for all calls.'],
  ['/', ': name a path of the API, or /api/* for all calls.'],
])('a fault on %s is refused, with the nearest path', (path, hint) => {
  expect(refusal(path)).toBe(`1 no call has the path '${path}'${hint}`)
})

test('a fault on the path of a socket is refused', () => {
  for (const path of ['/api/reactions/ws/*', `/api/reactions/ws/${ID}`])
    expect(refusal(path)).toBe(`1 '${path}' is a socket; faults change HTTP responses only.`)
})

test('a fault on a path that no call of its method has is refused', () => {
  expect(refusal('/api/game/submit-turn', 'get')).toBe(
    "1 no GET call has the path '/api/game/submit-turn': name a path of the API, or /api/* for all calls.",
  )
  expect(refusal('/api/game/submit-turn', 'post')).toBeNull()
})

test('a misspelt code, and a response of a dropped connection, are refused', () => {
  expect(refusalOf('/api/*', { code: 'CONFLCT' })).toBe(
    "1 'CONFLCT' is not an error code; did you mean 'CONFLICT'?",
  )
  expect(refusalOf('/api/*', { drop: true, status: 500 })).toMatch(/^1 a broken connection has no response: /)
  expect(refusalOf('/api/*', { drop: true, delay: '1s' })).toBeNull()
  expect(refusalOf('/api/*', { code: 'TEAPOT' })).toBeNull()
})

test('each path of the API is accepted with values for its parameters', () => {
  const values = { id: ID, gameId: ID, userId: ID, reportId: ID, code: 'K3P9QZ', stepIndex: 1 }
  for (const { path, documented, kind } of Object.values(endpoints))
    if (documented && kind !== 'socket') expect(refusal(fillPath(path, values))).toBeNull()
})

test('the list shows the status that the server sends, also one that is not given', () => {
  const page = { paint: painter(false), colors: 0, width: 100 } as const
  const list = (effect: Partial<Fault>) => faultsText([{ match: { path: '/api/*' }, ...effect }], page)
  expect(list({ rawBody: '{' })).toContain("status 500, body '{'")
  expect(list({ code: 'CONFLICT' })).toContain('status 409, CONFLICT')
  expect(list({ code: 'TEAPOT' })).toContain('status 500, TEAPOT')
  expect(list({ rawBody: '', status: 200 })).toContain("status 200, body ''")
  expect(list({ delayMs: 5 })).not.toContain('status')
})
