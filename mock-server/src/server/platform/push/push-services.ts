import type { Delivery, Push, PushMessage } from '../../../engine/ports.ts'

/** Sends each message by the service of its platform. Those of a service that is off are recorded only. */
export class PushServices implements Push {
  readonly #web: Push | null
  readonly #native: Push | null

  constructor({ web, native }: { web: Push | null; native: Push | null }) {
    this.#web = web
    this.#native = native
  }

  async send(message: PushMessage): Promise<Delivery> {
    const service = message.platform === 'web' ? this.#web : this.#native
    return service ? service.send(message) : { result: 'off' }
  }
}
