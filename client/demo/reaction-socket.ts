import { endpoints } from '@inkling/mock-server/contract/endpoints'
import type { ReactionMessage } from '@inkling/mock-server/contract/schemas/reactions'
import type { Engine } from '@inkling/mock-server/engine/engine'
import { type WebSocketHandler, ws } from 'msw'

/** As the server closes on those whom it does not want. */
const FORBIDDEN = 4403

/** The socket of reactions as they come, from the engine's events. */
export function reactionSocket(engine: Engine, origin: string): WebSocketHandler {
  const path = endpoints.watchReactions.path.replace('{gameId}', ':gameId')
  const link = ws.link(`${origin.replace('http', 'ws')}${path}`)
  return link.addEventListener('connection', async ({ client, params }) => {
    const gameId = String(params.gameId)
    const query = Object.fromEntries(client.url.searchParams)
    const call = { name: 'watchReactions', params: { gameId }, query, body: {}, headers: {} } as const
    const admitted = await engine.admit({ ...call, origin })
    if (!admitted.ok) return client.close(FORBIDDEN, admitted.refusal.message)
    const stop = engine.events.listen((event) => {
      if (event.type !== 'reaction' || event.gameId !== gameId) return
      const { action, stepIndex, reactionType, username, userId, previousType } = event
      const message: ReactionMessage = {
        type: 'reaction_event',
        data: {
          action,
          stepIndex,
          reactionType,
          username,
          userId,
          ...(previousType && { previousType }),
        },
      }
      client.send(JSON.stringify(message))
    })
    client.addEventListener('close', stop)
  })
}
