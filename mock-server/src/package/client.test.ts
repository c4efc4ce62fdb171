import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, expect, test } from 'vitest'
import * as ws from 'ws'
import { picture } from '../core/picture/picture.fixture.ts'
import { createClient } from './client.ts'
import { type RunningServer, startServer } from './server.ts'

const real = globalThis.WebSocket
let server: RunningServer | undefined
afterEach(async () => {
  globalThis.WebSocket = real
  await server?.close()
  server = undefined
})

test('a client that was created before a mock listens uses the mock', async () => {
  const client = createClient({ baseUrl: 'https://inkling.test' })
  const mock = setupServer(
    http.get('https://inkling.test/api/game/stats/daily', () => HttpResponse.json({ totalPlayers: 7 })),
  )
  mock.listen({ onUnhandledRequest: 'error' })
  try {
    expect(await client.getDailyStats()).toEqual({ totalPlayers: 7 })
  } finally {
    mock.close()
  }
})

test('live reactions are iterated, and the loop ends with the signal; a stranger is refused', async () => {
  globalThis.WebSocket = ws.WebSocket as unknown as typeof globalThis.WebSocket
  server = await startServer({ seed: '7' })
  const [dan, eve, zoe] = [await server.signIn('Dan'), await server.signIn('Eve'), await server.signIn('Zoe')]
  const { code } = await dan.createGroup({ body: { name: 'Listeners' } })
  await eve.joinGroup({ body: { code } })
  await server.client().triggerDailyGames()
  const { gameId } = await dan.startTurn()
  await dan.submitTurn({ body: { content: { drawing: picture(64) }, timeSpent: 1 } })
  await eve.skipTurn()

  const ending = new AbortController()
  const reactions = await dan.watchReactions({ params: { gameId } }, { signal: ending.signal })
  await eve.addReaction({ params: { gameId }, body: { stepIndex: 0, reactionType: 'love' } })
  const heard: string[] = []
  for await (const { data } of reactions) {
    heard.push(`${data.action} ${data.reactionType}`)
    ending.abort()
  }
  expect(heard).toEqual(['added love'])

  const refusal = zoe.watchReactions({ params: { gameId } }).then((stream) => stream.next())
  await expect(refusal).rejects.toMatchObject({ name: 'ApiError', code: 'FORBIDDEN', status: 403 })
})

test('without a server, calls fail with the error of fetch, and reactions with an ApiError', async () => {
  globalThis.WebSocket = ws.WebSocket as unknown as typeof globalThis.WebSocket
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', token: () => 'a' })
  await expect(client.getToday()).rejects.toThrow(new TypeError('fetch failed'))
  await expect(client.watchReactions({ params: { gameId: 'a' } })).rejects.toMatchObject({
    name: 'ApiError',
    code: 'NETWORK_ERROR',
    status: 0,
  })
})

test('a runtime without WebSocket is named', async () => {
  Reflect.deleteProperty(globalThis, 'WebSocket')
  const client = createClient({ baseUrl: 'http://localhost:1', token: () => 'a' })
  await expect(client.watchReactions({ params: { gameId: 'a' } })).rejects.toThrow(
    'This runtime has no WebSocket',
  )
})

test('the faults of a server are put, listed and cleared', async () => {
  server = await startServer()
  await server.faults.put([{ match: { path: '/api/auth/device' }, status: 503, code: 'UNAVAILABLE' }])
  const signIn = () => server?.client().signInDevice({ body: { deviceId: 'device_ann_0123456789' } })
  await expect(signIn()).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  expect(await server.faults.list()).toMatchObject([{ fired: 1 }])
  await server.faults.clear()
  expect(await signIn()).toMatchObject({ isNewUser: true })
})
