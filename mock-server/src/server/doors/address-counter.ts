import type { Duplex } from 'node:stream'
import { ipKeyGenerator } from 'express-rate-limit'

/** Counts the open connections of each address: an IPv4 address, or the first 56 bits of an IPv6 address. */
export class AddressCounter {
  readonly #max: number
  readonly #counts = new Map<string, number>()

  /** @param max the maximum number of connections per address. */
  constructor(max: number) {
    this.#max = max
  }

  /** Counts a connection until it closes. @returns false, without counting it, if its address has too many. */
  take(ip: string, connection: Duplex): boolean {
    const address = ipKeyGenerator(ip)
    const count = this.#counts.get(address) ?? 0
    if (count >= this.#max) return false
    this.#counts.set(address, count + 1)
    connection.once('close', () => {
      const rest = (this.#counts.get(address) ?? 1) - 1
      if (rest > 0) this.#counts.set(address, rest)
      else this.#counts.delete(address)
    })
    return true
  }
}
