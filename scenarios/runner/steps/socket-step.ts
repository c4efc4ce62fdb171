import { milliseconds } from '../../text/duration.ts'
import type { StepOf } from '../language/steps.ts'
import type { Closed, Listening } from '../targets/target.ts'
import { conclude } from './calls/expectation.ts'
import { stepSignal } from './calls/made-calls.ts'
import type { Player } from './player.ts'
import type { Session } from './session.ts'
import { failure } from './step-failure.ts'

const MESSAGE_TIMEOUT_MS = 2000

/** Listens to a game's reactions as a bot, waits for the next message or the close, or stops listening. */
export async function performSocket(step: StepOf<'socket'>, session: Session): Promise<string> {
  const player = session.player(step.as)
  if (step.socket === 'close') {
    player.listening?.close()
    player.listening = null
    return 'closed'
  }
  const wasListening = player.listening !== null
  player.listening ??= await listen(player, step, session)
  if (!step.expect) {
    if (player.listening.isOpen) return wasListening ? 'already listening' : 'listening'
    throw failure(closeText((await nextOf(player, step)) as Closed))
  }
  const message = await nextOf(player, step)
  const isClose = 'closed' in message
  if (isClose && !('closed' in step.expect)) throw failure(closeText(message), ['expect'])
  conclude({ status: 200, headers: {}, body: message, error: null }, step, session)
  if (isClose) return closeText(message)
  const { action, reactionType, username } = message.data
  return `${username} ${action} ${reactionType}`
}

async function listen(player: Player, step: StepOf<'socket'>, session: Session): Promise<Listening> {
  const { gameId = player.values.gameId, token = player.bot.token ?? '' } = session.variables.fill(
    step.with ?? {},
  )
  if (typeof gameId !== 'string')
    throw failure(`${player.bot.name} has no game to listen to: set gameId in with`)
  if (!session.target.listen) throw failure('this target has no sockets')
  try {
    const { name } = player.bot
    return await session.target.listen(gameId, String(token), (message) =>
      session.never.message(message, name),
    )
  } catch (error) {
    throw failure(`the socket cannot be opened: ${(error as Error).message}`)
  }
}

/** The next message. The close of the socket is the last one. */
async function nextOf(player: Player, step: StepOf<'socket'>) {
  const timeout = AbortSignal.timeout(step.within ? milliseconds(step.within) : MESSAGE_TIMEOUT_MS)
  const message = await player.listening?.next(timeout).catch(() => {
    stepSignal()?.throwIfAborted()
    throw failure('no message arrived in time', ['expect'])
  })
  if (!message) throw failure('the bot is not listening: add a socket step without expect before this one')
  if ('closed' in message) player.listening = null
  return message
}

const closeText = ({ closed, reason }: Closed): string =>
  `the socket closed with ${closed}${reason === '' ? '' : `: ${reason}`}`
