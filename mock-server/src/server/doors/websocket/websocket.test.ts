import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Friend, inOneGroup, moveTo, overHttp, playerOf } from '../../compose/friends.fixture.ts'
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

/** A completed game: ann drew, ben skipped. */
async function completedGame() {
  const [ann, ben] = [await playerOf(overHttp(server), 'ann'), await playerOf(overHttp(server), 'ben')]
  const gameId = await inOneGroup([ann, ben])
  await ann.draw()
  await ben.skipTurn()
  return { ann, ben, gameId }
}

/** A listener whose socket is open. */
async function listen({ token }: Friend, gameId: string): Promise<WebSocket> {
  const url = `${server.url.replace('http', 'ws')}/api/reactions/ws/${gameId}?token=${token}`
  const socket = new WebSocket(url)
  sockets.push(socket)
  await once(socket, 'open')
  return socket
}

const closing = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => socket.once('close', resolve))
const message = (socket: WebSocket): Promise<unknown> =>
  new Promise((resolve) => socket.once('message', (data) => resolve(JSON.parse(String(data)))))

test.each(['blocked', 'reported'])(
  'tells each listener what they may see: a player %s by one of two',
  async (how) => {
    const { ann, ben, gameId } = await completedGame()
    const body = { gameId, kind: 'name', userId: ann.id, reason: 'hurtful' } as const
    if (how === 'reported') await ben.report({ body })
    else await ben.block({ body: { userId: ann.id } })
    const listeners = [await listen(ben, gameId), await listen(ann, gameId)]
    const change = async (call: () => Promise<unknown>) => {
      const texts = listeners.map(
        (socket) => new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data)))),
      )
      await call()
      return Promise.all(texts)
    }
    const { username, id } = await ann.getProfile()
    for (const call of [
      () => ann.addReaction({ params: { gameId }, body: { stepIndex: 0, reactionType: 'love' } }),
      () => ann.addReaction({ params: { gameId }, body: { stepIndex: 0, reactionType: 'fire' } }),
      () => ann.removeReaction({ params: { gameId, stepIndex: 0 } }),
    ]) {
      const [bens = '', anns = ''] = await change(call)
      expect(bens).not.toContain(username)
      expect(bens).not.toContain(id)
      expect(JSON.parse(anns)).toMatchObject({ data: { username, userId: id } })
      const veiled = { ...JSON.parse(anns).data, username: null, userId: null }
      expect(JSON.parse(bens)).toEqual({ type: 'reaction_event', data: veiled })
      const { stepReactions } = await ben.getReactions({ params: { gameId } })
      expect(JSON.stringify(stepReactions)).not.toContain(username)
    }
  },
)

test('tells a blocking listener nothing more from the moment of the block', async () => {
  const { ann, ben, gameId } = await completedGame()
  const socket = await listen(ann, gameId)
  const react = (reactionType: 'love' | 'fire') =>
    ben.addReaction({ params: { gameId }, body: { stepIndex: 0, reactionType } })
  const before = message(socket)
  await react('love')
  expect(await before).toMatchObject({ data: { username: (await ben.getProfile()).username } })
  await ann.block({ body: { userId: ben.id } })
  const after = message(socket)
  await react('fire')
  expect(await after).toMatchObject({ data: { action: 'changed', username: null, userId: null } })
})

test('tells a member who was in the group and not in the game nothing after they have left', async () => {
  const { ann, ben, gameId } = await completedGame()
  const cat = await playerOf(overHttp(server), 'cat')
  const { groupId } = await ann.getProfile()
  const { code } = await ann.getGroup({ params: { id: groupId ?? '' } })
  await cat.joinGroup({ body: { code } })
  const socket = await listen(cat, gameId)
  const heard: unknown[] = []
  socket.on('message', (data) => heard.push(data))
  await cat.leaveGroup({ params: { id: groupId ?? '' } })
  const closed = closing(socket)
  await ben.addReaction({ params: { gameId }, body: { stepIndex: 0, reactionType: 'love' } })
  expect(await closed).toBe(4403)
  expect(heard).toEqual([])
})

test.each(['deleted', 'signed out', 'banned'])('closes when the account is %s', async (how) => {
  const { ann, ben, gameId } = await completedGame()
  const phone = await moveTo(overHttp(server), ann, 'phone')
  const [own, others] = [await listen(phone, gameId), await listen(ben, gameId)]
  const closed = closing(own)
  if (how === 'deleted') await ann.deleteAccount({ body: { username: (await ann.getProfile()).username } })
  if (how === 'banned') await ann.decide({ body: { userId: ann.id, action: 'ban' } })
  if (how === 'signed out') {
    const { devices } = await ann.getDevices()
    await ann.removeDevice({ params: { id: devices.find(({ current }) => !current)?.id ?? '' } })
  }
  expect(await closed).toBe(how === 'banned' ? 4403 : 4401)
  expect(others.readyState).toBe(WebSocket.OPEN)
})

test('closes with 1001 when the server closes', async () => {
  const { ann, gameId } = await completedGame()
  const socket = await listen(ann, gameId)
  const closed = closing(socket)
  await server.close()
  expect(await closed).toBe(1001)
  server = await startServer({ port: 0, data: null })
})
