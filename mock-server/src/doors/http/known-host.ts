import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { Reply } from '../../engine/call.ts'
import { failure } from '../../engine/reply.ts'

/** The refusal of a call for a host that this server does not know; null for one that it knows. */
export type HostCheck = (request: IncomingMessage) => Reply | null

/**
 * A page of another site can make its own name lead to this machine (DNS rebinding) and then calls the server as if it
 * were its own. IP addresses and the names of this machine cannot be made to do so.
 * @param publicUrl where players call the server; its host is known too.
 */
export function hostCheck(publicUrl: string | null): HostCheck {
  const names = ['localhost', hostname().toLowerCase()]
  if (publicUrl !== null) names.push(new URL(publicUrl).hostname)
  return ({ headers: { host } }) => {
    // Every browser names a host: what names none is not a page.
    if (host === undefined) return null
    const name = host.replace(/:\d*$/, '').toLowerCase()
    const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
    return isAddress || names.includes(name) || name.endsWith('.localhost') ? null : UNKNOWN_HOST
  }
}

const UNKNOWN_HOST = failure(
  'FORBIDDEN',
  'Admin calls and controls are refused for this host name. Call the server by an IP address, or set PUBLIC_URL to the address that players use.',
)
