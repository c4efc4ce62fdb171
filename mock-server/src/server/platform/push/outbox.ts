import type { Delivery, Push, PushMessage } from '../../../engine/ports.ts'

const MAX_MESSAGES = 1000

/**
 * The push transport of a reference server. It stores the newest messages for inspection, and passes them on to push
 * services if there are any.
 */
export class Outbox implements Push {
  readonly #sent: PushMessage[] = []
  readonly #services: Push | null
  readonly #isHeld: () => boolean

  /**
   * @param services null sends nothing
   * @param isHeld whether nothing is passed on to them just now
   */
  constructor(services: Push | null = null, isHeld: () => boolean = () => false) {
    this.#services = services
    this.#isHeld = isHeld
  }

  /** Oldest first. Without those that are tried again. */
  get sent(): readonly PushMessage[] {
    return this.#sent
  }

  async send(message: PushMessage): Promise<Delivery> {
    const services = this.#isHeld() ? null : this.#services
    const delivery: Delivery = (await services?.send(message)) ?? { result: 'off' }
    if (delivery.result !== 'later') this.#sent.push(message)
    if (this.#sent.length > MAX_MESSAGES) this.#sent.shift()
    return delivery
  }

  clear(): void {
    this.#sent.length = 0
  }
}
