import type { Delivery, Push, PushMessage } from '../engine/ports.ts'

const MAX_MESSAGES = 1000

/**
 * The push transport of a reference server. It stores the newest messages for inspection, and passes them on to push
 * services if there are any.
 */
export class Outbox implements Push {
  readonly #sent: PushMessage[] = []
  readonly #services: Push | null

  /** @param services null sends nothing */
  constructor(services: Push | null = null) {
    this.#services = services
  }

  /** Oldest first. Without those that are tried again. */
  get sent(): readonly PushMessage[] {
    return this.#sent
  }

  async send(message: PushMessage): Promise<Delivery> {
    const delivery: Delivery = (await this.#services?.send(message)) ?? { result: 'off' }
    if (delivery.result !== 'later') this.#sent.push(message)
    if (this.#sent.length > MAX_MESSAGES) this.#sent.shift()
    return delivery
  }

  clear(): void {
    this.#sent.length = 0
  }
}
