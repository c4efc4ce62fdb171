import { ApiError } from '@inkling/mock-server/contract/api-error'
import { ERROR_STATUS } from '@inkling/mock-server/contract/error-codes'
import { type ReactionMessage, reactionMessage } from '@inkling/mock-server/contract/schemas/reactions'
import type { Engine } from '@inkling/mock-server/engine/engine'
import { Mailbox } from './mailbox.ts'
import type { Listening } from './target.ts'

/**
 * Listens to the reactions to a game in this process, as a socket would.
 * @throws {ApiError} when the player may not.
 */
export async function inProcessReactions(engine: Engine, gameId: string, token: string): Promise<Listening> {
  const admitted = await engine.admit({
    name: 'watchReactions',
    params: { gameId },
    query: { token },
    body: {},
    headers: {},
    origin: '',
  })
  if (!admitted.ok) {
    const { code, message } = admitted.refusal
    throw new ApiError(code, message, ERROR_STATUS[code])
  }
  const mailbox = new Mailbox<ReactionMessage>()
  const stop = engine.events.listen((event) => {
    if (event.type !== 'reaction' || event.gameId !== gameId) return
    mailbox.put(reactionMessage.parse({ type: 'reaction_event', data: event }))
  })
  return { next: (signal) => mailbox.take(signal), close: stop }
}
