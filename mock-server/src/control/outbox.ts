import type { Push, PushMessage } from '../engine/ports.ts'

const MAX_MESSAGES = 1000

/** The push transport of a reference server. It stores the newest messages for inspection and sends none. */
export class Outbox implements Push {
  readonly #sent: PushMessage[] = []

  /** Oldest first. */
  get sent(): readonly PushMessage[] {
    return this.#sent
  }

  send(message: PushMessage): void {
    this.#sent.push(message)
    if (this.#sent.length > MAX_MESSAGES) this.#sent.shift()
  }

  clear(): void {
    this.#sent.length = 0
  }
}
