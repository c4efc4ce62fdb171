import type { Duplex } from 'node:stream'
import { ipKeyGenerator } from 'express-rate-limit'

/**
 * Counts the open connections of each address: an IPv4 address, or the first 56 bits of an IPv6 address.
 * @param max the maximum number of connections per address.
 * @returns a function that counts a connection until it closes, or returns false if its address has too many.
 */
export function addressCounter(max: number): (ip: string, connection: Duplex) => boolean {
  const counts = new Map<string, number>()
  return (ip, connection) => {
    const address = ipKeyGenerator(ip)
    const count = counts.get(address) ?? 0
    if (count >= max) return false
    counts.set(address, count + 1)
    connection.once('close', () => {
      const rest = (counts.get(address) ?? 1) - 1
      if (rest > 0) counts.set(address, rest)
      else counts.delete(address)
    })
    return true
  }
}
