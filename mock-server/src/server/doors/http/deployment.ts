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
 * Trusted proxies, from `TRUST_PROXY`: `true`, a number of hops, or addresses and subnets.
 * @throws {StartupError} for anything else.
 */
export function checkedTrustProxy(text: string | undefined): TrustProxy {
  const value = text === undefined || text === '' ? false : parsed(text)
  try {
    express().set('trust proxy', value)
    return value
  } catch {
    throw new StartupError(
      `TRUST_PROXY '${text}' is not a proxy. Write the number of proxies, such as 1, or their addresses, such as loopback or 10.0.0.0/8.`,
      { isUsage: true },
    )
  }
}

function parsed(text: string): TrustProxy {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^\d+$/.test(text) ? Number(text) : text
}
