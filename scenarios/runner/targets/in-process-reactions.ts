import type { ReactionMessage } from '@inkling/mock-server/contract/schemas/reactions'
import { closeCodeOf } from '@inkling/mock-server/contract/table/socket-close'
import type { Engine } from '@inkling/mock-server/in-process'
import { Mailbox } from './mailbox.ts'
import type { Closed, Listening } from './target.ts'

/** Sockets of an in-process server. They deliver and close like those of an HTTP server. */
export class InProcessReactions {
  readonly #open = new Set<(closed: Closed) => void>()

  async listen(engine: Engine, gameId: string, token: string): Promise<Listening> {
    const mailbox = new Mailbox<ReactionMessage | Closed>()
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
      mailbox.put({ closed: closeCodeOf(code), reason: message })
      return { isOpen: false, next: (signal) => mailbox.take(signal), close() {} }
    }
    const stop = engine.events.listen((event) => {
      if (event.type !== 'reaction' || event.gameId !== gameId) return
      const { userId } = admitted.value
      engine.reactionMessages(event, [userId]).then((messages) => {
        const message = messages.get(userId)
        if (message) mailbox.put(message)
      }, engine.onProblem)
    })
    const close = (closed: Closed) => {
      stop()
      mailbox.put(closed)
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
