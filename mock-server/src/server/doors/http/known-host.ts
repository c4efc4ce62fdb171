import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { Reply } from '../../../engine/calls/call.ts'
import { failure } from '../../../engine/calls/reply.ts'

/** Returns the refusal of a request with an unknown host; null for a known host. */
export type HostCheck = (request: IncomingMessage) => Reply | null

/**
 * Protects against DNS rebinding: a page of another site makes its own name resolve to this machine, and then calls the
 * server as same-origin. IP addresses and the names of this machine cannot be abused this way, and a page has no key.
 * @param publicUrl the URL that players use; its host is accepted too.
 * @param hasKey whether a request has the right key, which makes every host acceptable, such as the name of a service in a
 * private network.
 */
export function hostCheck(
  publicUrl: string | null,
  hasKey: (request: IncomingMessage) => boolean = () => false,
): HostCheck {
  const names = ['localhost', hostname().toLowerCase()]
  if (publicUrl !== null) names.push(new URL(publicUrl).hostname)
  return (request) => {
    const { host } = request.headers
    // Browsers always send a host, so a call without one does not come from a page.
    if (host === undefined) return null
    const name = host.replace(/:\d*$/, '').toLowerCase()
    const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
    const isKnown = isAddress || names.includes(name) || name.endsWith('.localhost')
    return isKnown || hasKey(request) ? null : UNKNOWN_HOST
  }
}

const UNKNOWN_HOST = failure(
  'FORBIDDEN',
  'Admin calls and controls are refused for this host name without the right key. Correct the key in X-Admin-Key, call the server by an IP address, or set PUBLIC_URL to the address that players use.',
)
