import type * as z from 'zod'
import { milliseconds } from './duration.ts'
import { conclude } from './expectation.ts'
import type { socketStep } from './language.ts'
import type { Session } from './session.ts'
import { failure } from './step-failure.ts'

const PATIENCE_MS = 2000

/** Listens to a game's reactions as a bot, waits for the next message, or stops listening. */
export async function performSocket(step: z.infer<typeof socketStep>, session: Session): Promise<string> {
  const player = session.player(step.as)
  if (step.socket === 'close') {
    player.listening?.close()
    player.listening = null
    return 'closed'
  }
  if (!player.listening) {
    const { gameId = player.known.gameId } = session.variables.fill(step.with ?? {})
    if (typeof gameId !== 'string')
      throw failure(`${step.as} knows of no game to listen to: give a gameId in with`)
    if (!session.target.listen) throw failure('this target has no sockets')
    player.listening = await session.target.listen(gameId, player.bot.token ?? '')
    if (!step.expect) return 'listening'
  }
  if (!step.expect) return 'listening already'
  const patience = AbortSignal.timeout(step.within ? milliseconds(step.within) : PATIENCE_MS)
  const message = await player.listening.next(patience).catch(() => {
    throw failure('no message came in time', ['expect'])
  })
  conclude({ status: 200, headers: {}, body: message, error: null }, step, session)
  const { action, reactionType, username } = message.data
  return `${username} ${action} ${reactionType}`
}
