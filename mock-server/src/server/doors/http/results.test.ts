import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture } from '../../../core/picture/picture.fixture.ts'
import { type Friend, inOneGroup, moveTo, overHttp, playerOf, signIn } from '../../compose/friends.fixture.ts'
import { type RunningServer, startServer } from '../../main.ts'

/* Results are large and have many readers: they are compressed, and sent only to clients without them. */

let server: RunningServer
let ann: Friend
let gameId: string
let path: string

beforeAll(async () => {
  server = await startServer({ port: 0, data: null, seed: 'results', clock: '2026-03-07T12:00:00-05:00' })
  ann = await playerOf(overHttp(server), 'ann')
  gameId = await inOneGroup([ann])
  await ann.startTurn()
  await ann.submitTurn({ body: { content: { drawing: picture(1024) }, timeSpent: 1 } })
  path = `/api/public/game/${gameId}/results`
})
afterAll(() => server.close())

function get(
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; headers: Record<string, string>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const sending = request(server.url + path, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      resolve({ status: response.statusCode, headers: response.headers as Record<string, string>, body })
    })
    sending.once('error', reject)
    sending.end()
  })
}

test('public results are compressed for clients that accept it, with the same content', async () => {
  const plain = await get()
  const packed = await get({ 'accept-encoding': 'gzip' })
  expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'gzip'])
  expect(packed.headers.vary).toContain('Accept-Encoding')
  expect(packed.headers['content-type']).toBe('application/json')
  expect(gunzipSync(packed.body).equals(plain.body)).toBe(true)
  expect(JSON.parse(plain.body.toString())).toMatchObject({ chain: [{ type: 'drawing' }] })
})

test('a client that has the results gets 304, until a player changes their name', async () => {
  const first = await get()
  const { etag = '' } = first.headers
  expect(first.headers['cache-control']).toBe('no-cache')
  for (const known of [etag, `"other", ${etag}`]) {
    const again = await get({ 'if-none-match': known })
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag])
  }
  await ann.updateProfile({ body: { username: 'Anna' } })
  const renamed = await get({ 'if-none-match': etag })
  expect(renamed.status).toBe(200)
  expect(renamed.body.toString()).toContain('"Anna"')
  expect(renamed.headers.etag).not.toBe(etag)
})

test('injected faults still take precedence', async () => {
  await ann.putFaults({ body: [{ match: { path }, times: 1, status: 500 }] })
  expect((await get()).status).toBe(500)
  expect((await get()).status).toBe(200)
})

test('a player is told who played, and nothing may store that', async () => {
  const { status, headers, body } = await get({ authorization: `Bearer ${ann.token}` })
  expect([status, headers['cache-control'], headers.etag]).toEqual([200, 'private, no-store', undefined])
  expect(JSON.parse(body.toString()).chain[0].userId).not.toBeNull()
})

test('results that only participants may see must not be cached', async () => {
  const response = await fetch(`${server.url}/api/game/${gameId}`, {
    headers: { authorization: `Bearer ${ann.token}` },
  })
  expect([response.headers.get('cache-control'), response.headers.get('etag')]).toEqual([
    'private, no-store',
    null,
  ])
  expect(await response.json()).toMatchObject({ gameId })
})

test('a token of a device that was signed out, of a deleted account, expired or made up is none', async () => {
  const phone = await moveTo(overHttp(server), ann, 'phone')
  const { devices } = await ann.getDevices()
  await ann.removeDevice({ params: { id: devices.find(({ current }) => !current)?.id ?? '' } })
  const gone = await signIn(overHttp(server), 'Ben')
  await gone.deleteAccount({ body: { username: 'Ben' } })
  const visible = async (headers: Record<string, string>) => {
    const reply = await get(headers)
    const { 'cache-control': caching, etag, vary } = reply.headers
    return { status: reply.status, body: reply.body.toString(), caching, etag, vary }
  }
  const nobodys = await visible({})
  expect(nobodys).toMatchObject({
    status: 200,
    caching: 'no-cache',
    vary: expect.stringContaining('Authorization'),
  })
  for (const dead of [phone.token, gone.token, 'not.a.token'])
    expect(await visible({ authorization: `Bearer ${dead}` })).toEqual(nobodys)
  await ann.changeClock({ body: { advanceMs: 31 * 86_400_000 } })
  expect(await visible({ authorization: `Bearer ${ann.token}` })).toEqual(nobodys)
})
