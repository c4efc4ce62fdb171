import express from 'express'
import { StartupError } from '../../platform/startup-error.ts'
import type { TrustProxy } from './app.ts'

/**
 * Scheme and host that players use, from `PUBLIC_URL`.
 * @returns null if it is not set.
 * @throws {StartupError} if it is not an origin such as https://inkling.example.
 */
export function checkedPublicUrl(text: string | undefined): string | null {
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  const isSite = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
  if (isSite) return url.origin
  throw new StartupError(
    `PUBLIC_URL '${text}' is not the URL of a site. Write scheme and host, as in https://inkling.example.`,
    { isUsage: true },
  )
}

/**
 * Trusted proxies, from `TRUST_PROXY`: a number of hops, or addresses and subnets.
 * @throws {StartupError} for anything else. `true` would trust everyone, so that each caller chooses the address that the
 * limits count.
 */
export function checkedTrustProxy(text: string | undefined): TrustProxy {
  if (text === undefined || text === '' || text === 'false') return false
  if (text === 'true')
    throw new StartupError(
      `TRUST_PROXY 'true' trusts every caller, so that each one can choose the address that limits count. ${WHAT_TO_WRITE}`,
      { isUsage: true },
    )
  const value = /^\d+$/.test(text) ? Number(text) : text
  try {
    express().set('trust proxy', value)
    return value
  } catch {
    throw new StartupError(`TRUST_PROXY '${text}' is not a proxy. ${WHAT_TO_WRITE}`, { isUsage: true })
  }
}

const WHAT_TO_WRITE =
  'Write the number of proxies in front of this server, such as 1, or their addresses, such as loopback or 10.0.0.0/8.'
