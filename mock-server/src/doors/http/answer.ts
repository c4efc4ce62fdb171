import type { Request, Response } from 'express'
import type { Reply } from '../../engine/call.ts'
import { unavailable } from '../../engine/reply.ts'
import type { LargeBodies } from './large-bodies.ts'
import { write } from './write.ts'

/** Smaller ones are counted by how many of them a connection may wait for. */
const LARGE_CHARACTERS = 64 * 1024

/** The answer to one request, where its body may be large: written once, sent to many, and loaded for none who has it. */
export class Answer {
  readonly #request: Request
  readonly #response: Response
  readonly #bodies: LargeBodies
  #isMaking = false
  #found: Buffer | undefined

  constructor(request: Request, response: Response, bodies: LargeBodies) {
    this.#request = request
    this.#response = response
    this.#bodies = bodies
  }

  /** What the engine asks before it loads a body. May be asked again when its transaction runs again. */
  readonly hasBody = async (validator: string): Promise<boolean> => {
    if (this.#callerHas(validator) || this.#find(validator)) return true
    if (this.#isMaking) return false
    await this.#bodies.toMake()
    this.#isMaking = true
    // Another call may have made it meanwhile.
    return this.#find(validator)
  }

  /**
   * Writes the engine's reply.
   * @param isCounted whether what readers have not taken yet may be too much for this one.
   */
  async write(reply: Reply, isCounted: boolean): Promise<void> {
    const { validator, body, raw, drop } = reply
    if (validator !== undefined && !drop && raw === undefined) return this.#writeVersioned(reply, validator)
    const text = raw ?? JSON.stringify(body)
    if (!isCounted || drop || text.length < LARGE_CHARACTERS)
      return write(this.#response, { ...reply, raw: text })
    this.#send(reply, Buffer.from(text))
  }

  /** To be called whatever becomes of the call. */
  end(): void {
    if (this.#isMaking) this.#bodies.made()
    this.#isMaking = false
  }

  async #writeVersioned(reply: Reply, validator: string): Promise<void> {
    this.#response.vary('Accept-Encoding')
    if (this.#callerHas(validator)) {
      for (const [name, value] of Object.entries(reply.headers)) this.#response.setHeader(name, value)
      return void this.#response.status(304).end()
    }
    const bytes = this.#found ?? (await this.#bodies.make(this.#key(validator), reply.body, this.#isPacked))
    this.#send(
      this.#isPacked ? { ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' } } : reply,
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

  /** The comparison of weak validators (RFC 9110, If-None-Match). */
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
    return `${validator} ${this.#isPacked ? 'gzip' : 'identity'}`
  }

  get #isPacked(): boolean {
    return this.#request.acceptsEncodings('gzip', 'identity') === 'gzip'
  }
}

const BUSY = unavailable('The server has too much to send at the moment. Please try again.')
