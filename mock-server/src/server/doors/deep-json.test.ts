import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EndpointName, endpointNames, endpoints } from '../../core/contract/table/endpoints.ts'
import { fillPath } from '../../core/contract/table/path.ts'
import { type RunningServer, startServer } from '../main.ts'

/* Bodies that are nested so deeply that recursion over them exhausts the stack. */

const KEY = 'the admin key'
const DEPTH = 20_000
let server: RunningServer
let token: string
const problems: unknown[] = []

beforeAll(async () => {
  server = await startServer({ port: 0, data: null, adminKey: KEY })
  server.engine.onProblem = (problem) => problems.push(problem)
  const { body } = await send('signInDevice', JSON.stringify({ deviceId: 'device_deep_0123456789' }))
  token = body.token
})
afterAll(() => server.close())

async function send(name: EndpointName, body: string) {
  const { method, path } = endpoints[name]
  const params = { id: 'a', userId: 'b', gameId: 'c' }
  const headers = { 'x-admin-key': KEY, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  const response = await fetch(server.url + fillPath(path, params), { method, headers, body })
  return { status: response.status, body: await response.json() }
}

const deepArray = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`
const deepObject = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`

const rows = endpointNames.filter((name) => endpoints[name].body !== undefined)

test.each(rows)('a deeply nested body of %s is refused', async (name) => {
  const [field = 'a'] = Object.keys((endpoints[name].body as { shape?: object } | undefined)?.shape ?? {})
  for (const body of [deepArray, deepObject, `{"${field}":${deepObject}}`]) {
    const { status, body: reply } = await send(name, body)
    expect([status, reply.error?.code]).toEqual([400, 'VALIDATION_FAILED'])
  }
  expect(problems).toEqual([])
})

test('brackets inside of a text are no nesting', async () => {
  const { status } = await send('updateProfile', JSON.stringify({ avatar: '['.repeat(1000) }))
  expect(status).toBeLessThan(500)
})
