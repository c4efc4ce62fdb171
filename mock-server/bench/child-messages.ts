import type { ChildProcess } from 'node:child_process'
import { on } from 'node:events'

/** A function that waits for the next message of a child process. It throws if the process ends without one. */
export function messagesOf<M>(child: ChildProcess): () => Promise<M> {
  const messages = on(child, 'message', { close: ['exit'] })
  return async () => {
    const { done, value } = await messages.next()
    if (done) throw new Error(`${child.spawnargs.join(' ')} ended too early`)
    return value[0]
  }
}
