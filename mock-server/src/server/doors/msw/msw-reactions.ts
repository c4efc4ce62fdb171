import { type WebSocketHandler, ws } from 'msw'
import { endpoints } from '../../../core/contract/table/endpoints.ts'
import { closeCodeOf } from '../../../core/contract/table/socket-close.ts'
import type { Engine } from '../../../engine/engine.ts'
import { mayEndAccess } from '../../../engine/events.ts'

/**
 * The socket of live reactions, fed from the engine's events.
 * @param open opens the engine, or returns the one that is open.
 * @param origin whose sockets are handled; `*` for every origin.
 */
export function reactionSocket(open: () => Promise<Engine>, origin: string): WebSocketHandler {
  const path = endpoints.watchReactions.path.replace('{gameId}', ':gameId')
  const link = ws.link(`${origin.replace('http', 'ws')}${path}`)
  // msw announces a connection again for each server that listened before there was a WebSocket.
  const announced = new WeakSet<object>()
  return link.addEventListener('connection', async ({ client, params }) => {
    if (announced.has(client)) return
    announced.add(client)
    const gameId = String(params.gameId)
    const query = Object.fromEntries(client.url.searchParams)
    const call = { name: 'watchReactions', params: { gameId }, query, body: {}, headers: {} } as const
    const engine = await open()
    const admit = async () => {
      const admitted = await engine.admit({ ...call, origin: client.url.origin.replace('ws', 'http') })
      if (admitted.ok) return admitted.value.userId
      client.close(closeCodeOf(admitted.refusal.code), admitted.refusal.message)
      return null
    }
    const userId = await admit()
    if (userId === null) return
    const stop = engine.events.listen((event) => {
      if (mayEndAccess(event) && event.userId === userId) void admit()
      if (event.type !== 'reaction' || event.gameId !== gameId) return
      engine.reactionMessages(event, [userId]).then((messages) => {
        const message = messages.get(userId)
        if (message) client.send(JSON.stringify(message))
      }, engine.onProblem)
    })
    client.addEventListener('close', stop)
  })
}
