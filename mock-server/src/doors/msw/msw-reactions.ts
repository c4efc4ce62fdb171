import { type WebSocketHandler, ws } from 'msw'
import { endpoints } from '../../contract/endpoints.ts'
import { closeCodeOf } from '../../contract/socket-close.ts'
import type { Engine } from '../../engine/engine.ts'
import { reactionMessageOf } from '../reaction-message.ts'

/**
 * The socket of live reactions, fed from the engine's events.
 * @param open opens the engine, or returns the one that is open.
 * @param origin whose sockets are handled; `*` for every origin.
 */
export function reactionSocket(open: () => Promise<Engine>, origin: string): WebSocketHandler {
  const path = endpoints.watchReactions.path.replace('{gameId}', ':gameId')
  const link = ws.link(`${origin.replace('http', 'ws')}${path}`)
  return link.addEventListener('connection', async ({ client, params }) => {
    const gameId = String(params.gameId)
    const query = Object.fromEntries(client.url.searchParams)
    const call = { name: 'watchReactions', params: { gameId }, query, body: {}, headers: {} } as const
    const engine = await open()
    const admitted = await engine.admit({ ...call, origin: client.url.origin.replace('ws', 'http') })
    if (!admitted.ok) return client.close(closeCodeOf(admitted.refusal.code), admitted.refusal.message)
    const stop = engine.events.listen((event) => {
      if (event.type !== 'reaction' || event.gameId !== gameId) return
      client.send(JSON.stringify(reactionMessageOf(event)))
    })
    client.addEventListener('close', stop)
  })
}
