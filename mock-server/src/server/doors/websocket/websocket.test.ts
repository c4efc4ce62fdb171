import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createClient } from '../../../core/contract/client/client.ts'
import { picture } from '../../../core/picture/picture.fixture.ts'
import { type RunningServer, startServer } from '../../main.ts'

let server: RunningServer
let sockets: WebSocket[]

beforeEach(async () => {
  server = await startServer({ port: 0, data: null, seed: 'sockets', clock: '2026-03-07T12:00:00-05:00' })
  sockets = []
})
afterEach(async () => {
  for (const socket of sockets) socket.terminate()
  await server.close()
})

const door = () => ({
  baseUrl: server.url,
  fetch,
  ...(server.adminKey !== null && { adminKey: server.adminKey }),
})

async function player(who: string) {
  const { token, user } = await createClient({ baseUrl: server.url, fetch }).signInDevice({
    body: { deviceId: `device_${who}_0123456789` },
  })
  return { token, user, client: createClient({ ...door(), token: () => token }) }
}

/** A completed game: ann drew, ben skipped. */
async function completedGame() {
  const ann = await player('ann')
  const ben = await player('ben')
  const { code } = await ann.client.createGroup({ body: { name: 'Owls' } })
  await ben.client.joinGroup({ body: { code } })
  await ann.client.triggerDailyGames()
  const { gameId } = await ann.client.startTurn()
  const { success } = await ann.client.submitTurn({
    body: { content: { drawing: picture(64) }, timeSpent: 1 },
  })
  expect(success).toBe(true)
  await ben.client.skipTurn()
  return { ann, ben, gameId }
}

const open = (gameId: string, query: string): WebSocket => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/reactions/ws/${gameId}${query}`)
  sockets.push(socket)
  return socket
}

const closing = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => socket.once('close', resolve))
const message = (socket: WebSocket): Promise<unknown> =>
  new Promise((resolve) => socket.once('message', (data) => resolve(JSON.parse(String(data)))))

test('sends the reactions of a game to its listeners', async () => {
  const { ann, ben, gameId } = await completedGame()
  const socket = open(gameId, `?token=${ann.token}`)
  await new Promise((resolve) => socket.once('open', resolve))
  const first = message(socket)
  await ben.client.addReaction({ params: { gameId }, body: { stepIndex: 0, reactionType: 'love' } })
  expect(await first).toEqual({
    type: 'reaction_event',
    data: {
      action: 'added',
      stepIndex: 0,
      reactionType: 'love',
      username: ben.user.username,
      userId: ben.user.id,
    },
  })
  const second = message(socket)
  await ben.client.addReaction({ params: { gameId }, body: { stepIndex: 0, reactionType: 'fire' } })
  expect(await second).toMatchObject({
    data: { action: 'changed', reactionType: 'fire', previousType: 'love' },
  })
  const third = message(socket)
  await ben.client.removeReaction({ params: { gameId, stepIndex: 0 } })
  expect(await third).toMatchObject({ data: { action: 'removed', reactionType: 'fire' } })
})

test.each(['blocked', 'reported'])(
  'tells each listener what they may see: a player %s by one of two',
  async (how) => {
    const { ann, ben, gameId } = await completedGame()
    const body = { gameId, kind: 'name', userId: ann.user.id, reason: 'hurtful' } as const
    if (how === 'reported') await ben.client.report({ body })
    else await ben.client.block({ body: { userId: ann.user.id } })
    const listeners = [open(gameId, `?token=${ben.token}`), open(gameId, `?token=${ann.token}`)]
    await Promise.all(listeners.map((socket) => new Promise((resolve) => socket.once('open', resolve))))
    const change = async (call: () => Promise<unknown>) => {
      const texts = listeners.map(
        (socket) => new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data)))),
      )
      await call()
      return Promise.all(texts)
    }
    const { username, id } = ann.user
    for (const call of [
      () => ann.client.addReaction({ params: { gameId }, body: { stepIndex: 0, reactionType: 'love' } }),
      () => ann.client.addReaction({ params: { gameId }, body: { stepIndex: 0, reactionType: 'fire' } }),
      () => ann.client.removeReaction({ params: { gameId, stepIndex: 0 } }),
    ]) {
      const [bens = '', anns = ''] = await change(call)
      expect(bens).not.toContain(username)
      expect(bens).not.toContain(id)
      expect(JSON.parse(anns)).toMatchObject({ data: { username, userId: id } })
      const veiled = { ...JSON.parse(anns).data, username: null, userId: null }
      expect(JSON.parse(bens)).toEqual({ type: 'reaction_event', data: veiled })
      const { stepReactions } = await ben.client.getReactions({ params: { gameId } })
      expect(JSON.stringify(stepReactions)).not.toContain(username)
    }
  },
)

test('tells a blocking listener nothing more from the moment of the block', async () => {
  const { ann, ben, gameId } = await completedGame()
  const socket = open(gameId, `?token=${ann.token}`)
  await new Promise((resolve) => socket.once('open', resolve))
  const react = (reactionType: 'love' | 'fire') =>
    ben.client.addReaction({ params: { gameId }, body: { stepIndex: 0, reactionType } })
  const before = message(socket)
  await react('love')
  expect(await before).toMatchObject({ data: { username: ben.user.username } })
  await ann.client.block({ body: { userId: ben.user.id } })
  const after = message(socket)
  await react('fire')
  expect(await after).toMatchObject({ data: { action: 'changed', username: null, userId: null } })
})

test('tells a member who was in the group and not in the game nothing after they have left', async () => {
  const { ann, ben, gameId } = await completedGame()
  const cat = await player('cat')
  const { groupId } = await ann.client.getProfile()
  const { code } = await ann.client.getGroup({ params: { id: groupId ?? '' } })
  await cat.client.joinGroup({ body: { code } })
  const socket = open(gameId, `?token=${cat.token}`)
  await new Promise((resolve) => socket.once('open', resolve))
  const heard: unknown[] = []
  socket.on('message', (data) => heard.push(data))
  await cat.client.leaveGroup({ params: { id: groupId ?? '' } })
  const closed = closing(socket)
  await ben.client.addReaction({ params: { gameId }, body: { stepIndex: 0, reactionType: 'love' } })
  expect(await closed).toBe(4403)
  expect(heard).toEqual([])
})

test('closes with 4401 without a valid token, and with 4403 without access to the game', async () => {
  const { gameId } = await completedGame()
  const { token } = await player('zoe')
  expect(await closing(open(gameId, ''))).toBe(4401)
  expect(await closing(open(gameId, '?token=not.a.token'))).toBe(4401)
  expect(await closing(open(gameId, `?token=${token}`))).toBe(4403)
  expect(await closing(open('no-such-game', `?token=${token}`))).toBe(4403)
})

test.each(['deleted', 'signed out', 'banned'])('closes when the account is %s', async (how) => {
  const { ann, ben, gameId } = await completedGame()
  const phone = await createClient({ baseUrl: server.url, fetch }).moveHere({
    body: { code: (await ann.client.createMoveCode()).code, deviceId: 'device_of_anns_phone_0123' },
  })
  const [own, others] = [open(gameId, `?token=${phone.token}`), open(gameId, `?token=${ben.token}`)]
  await Promise.all([own, others].map((socket) => new Promise((resolve) => socket.once('open', resolve))))
  const closed = closing(own)
  if (how === 'deleted') await ann.client.deleteAccount({ body: { username: ann.user.username } })
  if (how === 'banned') await ann.client.decide({ body: { userId: ann.user.id, action: 'ban' } })
  if (how === 'signed out') {
    const { devices } = await ann.client.getDevices()
    await ann.client.removeDevice({ params: { id: devices.find(({ current }) => !current)?.id ?? '' } })
  }
  expect(await closed).toBe(how === 'banned' ? 4403 : 4401)
  expect(others.readyState).toBe(WebSocket.OPEN)
})

test('answers other paths with 404', async () => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/elsewhere`)
  const refused = await new Promise<string>((resolve) =>
    socket.once('error', ({ message }) => resolve(message)),
  )
  expect(refused).toContain('404')
})

test('closes with 1001 when the server closes', async () => {
  const { ann, gameId } = await completedGame()
  const socket = open(gameId, `?token=${ann.token}`)
  await new Promise((resolve) => socket.once('open', resolve))
  const closed = closing(socket)
  await server.close()
  expect(await closed).toBe(1001)
  server = await startServer({ port: 0, data: null })
})
