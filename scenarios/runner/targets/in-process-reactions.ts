import type { ReactionMessage } from '@inkling/mock-server/contract/schemas/reactions'
import { closeCodeOf } from '@inkling/mock-server/contract/table/socket-close'
import { type Engine, type GameReaction, mayEndAccess } from '@inkling/mock-server/in-process'
import { Mailbox } from './mailbox.ts'
import type { Closed, Listening } from './target.ts'

/** Sockets of an in-process server. They deliver and close like those of an HTTP server. */
export class InProcessReactions {
  readonly #open = new Set<(closed: Closed) => void>()

  async listen(
    engine: Engine,
    gameId: string,
    token: string,
    onMessage: (message: ReactionMessage) => void = () => {},
  ): Promise<Listening> {
    const mailbox = new Mailbox<ReactionMessage | Closed>()
    const admit = () =>
      engine.admit({
        name: 'watchReactions',
        params: { gameId },
        query: { token },
        body: {},
        headers: {},
        origin: '',
      })
    const admitted = await admit()
    if (!admitted.ok) {
      const { code, message } = admitted.refusal
      mailbox.put({ closed: closeCodeOf(code), reason: message })
      return { isOpen: false, next: (signal) => mailbox.take(signal), close() {} }
    }
    const { userId } = admitted.value
    const tell = async (event: GameReaction) => {
      const message = (await engine.reactionMessages(event, [userId])).get(userId)
      if (!message) return readmit()
      onMessage(message)
      mailbox.put(message)
    }
    const stop = engine.events.listen((event) => {
      if (mayEndAccess(event) && event.userId === userId) readmit().catch(engine.onProblem)
      if (event.type === 'reaction' && event.gameId === gameId) tell(event).catch(engine.onProblem)
    })
    const close = (closed: Closed) => {
      stop()
      this.#open.delete(close)
      mailbox.put(closed)
    }
    /** Closes the socket of a player who may no longer listen. */
    const readmit = async () => {
      const again = await admit()
      if (again.ok || !this.#open.has(close)) return
      close({ closed: closeCodeOf(again.refusal.code), reason: again.refusal.message })
    }
    this.#open.add(close)
    return {
      isOpen: true,
      next: (signal) => mailbox.take(signal),
      close: () => {
        this.#open.delete(close)
        stop()
      },
    }
  }

  /** Closes every socket, as a stopping server does. */
  closeAll(closed: Closed): void {
    for (const close of this.#open) close(closed)
    this.#open.clear()
  }
}
