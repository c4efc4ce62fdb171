import type { IncomingMessage } from 'node:http'

const LOOPBACK = /^(::1|(::ffff:)?127\.)/

/** Headers that proxies add to forwarded requests. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const

export const isLoopbackAddress = (address: string): boolean => LOOPBACK.test(address)

/** Whether a request comes from this machine, and not through a proxy. */
export function isLoopback({ headers, socket }: IncomingMessage): boolean {
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') && FORWARDED.every((name) => headers[name] === undefined)
  )
}
