import type { IncomingMessage } from 'node:http'

const LOOPBACK = /^(::1|(::ffff:)?127\.)/

/** What a proxy adds to a request that it passes on. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const

export const isLoopbackAddress = (address: string): boolean => LOOPBACK.test(address)

/** From this machine, and not passed on by a proxy. */
export function isLoopback({ headers, socket }: IncomingMessage): boolean {
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') && FORWARDED.every((name) => headers[name] === undefined)
  )
}
