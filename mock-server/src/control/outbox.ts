import type { Push, PushMessage } from '../engine/ports.ts'

const MOST_KEPT = 1000

/** The push transport of a reference server: it keeps the newest messages to look at, and sends none. */
export class Outbox implements Push {
  readonly #messages: PushMessage[] = []

  /** Oldest first. */
  get messages(): readonly PushMessage[] {
    return this.#messages
  }

  send(message: PushMessage): void {
    this.#messages.push(message)
    if (this.#messages.length > MOST_KEPT) this.#messages.shift()
  }

  clear(): void {
    this.#messages.length = 0
  }
}
