import type { IncomingMessage } from 'node:http'

const HEADER = 'x-forwarded-for'

/**
 * Removes the ports in X-Forwarded-For, which some gateways add to addresses: with them, each connection would be a new
 * caller for the limits, and no trusted proxy would be recognised.
 */
export function removePorts(request: IncomingMessage): void {
  const addresses = request.headers[HEADER]
  if (typeof addresses === 'string') request.headers[HEADER] = withoutPorts(addresses)
}

const withoutPorts = (addresses: string): string =>
  addresses
    .split(',')
    .map((each) => each.trim().replace(IPV4_AND_PORT, '$1').replace(BRACKETED, '$1'))
    .join(', ')

const IPV4_AND_PORT = /^(\d+\.\d+\.\d+\.\d+):\d+$/

/** An IPv6 address, with or without a port. */
const BRACKETED = /^\[([\da-f:.]+)\](?::\d+)?$/i
