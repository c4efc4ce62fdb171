import { hostname, networkInterfaces } from 'node:os'

const VARIABLES = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']

export const namesProxy = (env: NodeJS.ProcessEnv = process.env): boolean =>
  VARIABLES.some((name) => env[name] !== undefined && env[name] !== '')

/**
 * The proxy that `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` name for a URL, or undefined for a direct connection. Calls
 * to this machine, which may carry an admin key, are always direct.
 * @param url http, https, ws or wss
 */
export function proxyFor(url: URL, env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (isThisMachine(url.hostname)) return undefined
  const variable = (name: string) => env[name.toLowerCase()] || env[name]
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:'
  const proxy = (isSecure && variable('HTTPS_PROXY')) || variable('HTTP_PROXY')
  if (!proxy) return undefined
  const port = url.port || (isSecure ? '443' : '80')
  const excepted = (variable('NO_PROXY') ?? '').split(/[\s,]+/).filter((entry) => entry !== '')
  if (excepted.some((entry) => matches(entry, url.hostname, port))) return undefined
  return proxy.includes('://') ? proxy : `http://${proxy}`
}

/** @param entry of `NO_PROXY`: `*`, or a domain or address, with or without a port. A domain includes its subdomains. */
function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true
  const [, name = entry, only] = /^(.*[^:]):(\d+)$/.exec(entry) ?? []
  const domain = name.replace(/^\*?\./, '').toLowerCase()
  return (only === undefined || only === port) && (host === domain || host.endsWith(`.${domain}`))
}

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|::1?|::ffff:7f\w+:\w+)$/

/** @param host of a URL: a name, or an address that may be in brackets. */
export function isThisMachine(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (LOOPBACK.test(name) || name === hostname().toLowerCase()) return true
  return Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === name))
}
