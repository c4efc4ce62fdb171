import type { Request, Response } from 'express'
import type { Reply } from '../../engine/call.ts'
import { unavailable } from '../../engine/reply.ts'
import type { LargeBodies } from './large-bodies.ts'
import { write } from './write.ts'

/** Smaller bodies are not counted: the limit of unanswered calls per connection bounds them. */
const LARGE_CHARACTERS = 64 * 1024

/**
 * The response to one request. A large body is encoded once for all clients, and is not loaded for a client that has it.
 */
export class Answer {
  readonly #request: Request
  readonly #response: Response
  readonly #bodies: LargeBodies
  #isBuilding = false
  #found: Buffer | undefined

  constructor(request: Request, response: Response, bodies: LargeBodies) {
    this.#request = request
    this.#response = response
    this.#bodies = bodies
  }

  /** Whether the engine need not load the body. Called again when its transaction is retried. */
  readonly hasBody = async (validator: string): Promise<boolean> => {
    if (this.#callerHas(validator) || this.#find(validator)) return true
    if (this.#isBuilding) return false
    await this.#bodies.beginBuild()
    this.#isBuilding = true
    // Another call may have built it in the meantime.
    return this.#find(validator)
  }

  /**
   * Writes the engine's reply.
   * @param isCounted whether a large body counts as unsent, and is refused if too much is unsent already.
   */
  async write(reply: Reply, isCounted: boolean): Promise<void> {
    const { validator, body, raw, drop } = reply
    if (validator !== undefined && !drop && raw === undefined) return this.#writeVersioned(reply, validator)
    const text = raw ?? JSON.stringify(body)
    if (!isCounted || drop || text.length < LARGE_CHARACTERS)
      return write(this.#response, { ...reply, raw: text })
    this.#send(reply, Buffer.from(text))
  }

  /** Must be called when the call ends, even with an error. */
  end(): void {
    if (this.#isBuilding) this.#bodies.endBuild()
    this.#isBuilding = false
  }

  async #writeVersioned(reply: Reply, validator: string): Promise<void> {
    this.#response.vary('Accept-Encoding')
    if (this.#callerHas(validator)) {
      for (const [name, value] of Object.entries(reply.headers)) this.#response.setHeader(name, value)
      return void this.#response.status(304).end()
    }
    const bytes = this.#found ?? (await this.#bodies.build(this.#key(validator), reply.body, this.#isGzipped))
    this.#send(
      this.#isGzipped ? { ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' } } : reply,
      bytes,
    )
  }

  #send({ status, headers }: Reply, bytes: Buffer): void {
    if (!this.#bodies.hold(bytes, this.#request, this.#response)) {
      write(this.#response, BUSY)
      return
    }
    for (const [name, value] of Object.entries(headers)) this.#response.setHeader(name, value)
    this.#response.statusCode = status
    this.#response.setHeader('content-type', 'application/json').end(bytes)
  }

  /** Weak comparison (RFC 9110, If-None-Match). */
  #callerHas(validator: string): boolean {
    const known = this.#request.headers['if-none-match']
    const tags = known?.split(/\s*,\s*/) ?? []
    return tags.some((tag) => tag.replace(/^W\//, '') === `"${validator}"`)
  }

  #find(validator: string): boolean {
    this.#found = this.#bodies.cached(this.#key(validator))
    return this.#found !== undefined
  }

  #key(validator: string): string {
    return `${validator} ${this.#isGzipped ? 'gzip' : 'identity'}`
  }

  get #isGzipped(): boolean {
    return this.#request.acceptsEncodings('gzip', 'identity') === 'gzip'
  }
}

const BUSY = unavailable('The server has too much to send at the moment. Please try again.')
