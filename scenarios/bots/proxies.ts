import { hostname, networkInterfaces } from 'node:os'
import { Agent, Dispatcher, EnvHttpProxyAgent, setGlobalDispatcher } from 'undici'

/**
 * Sends the calls of `fetch` to other machines through the proxies of `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, and
 * calls to this machine directly, whatever `NO_PROXY` and `NODE_USE_ENV_PROXY` say: they may carry an admin key.
 */
export const followProxies = (): void => setGlobalDispatcher(new DirectAtHome())

class DirectAtHome extends Dispatcher {
  readonly #direct = new Agent()
  readonly #proxied = new EnvHttpProxyAgent()

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const isHere = isThisMachine(new URL(String(options.origin)).hostname)
    return (isHere ? this.#direct : this.#proxied).dispatch(options, handler)
  }

  override close(): Promise<void> {
    return Promise.all([this.#direct.close(), this.#proxied.close()]).then(() => {})
  }

  override destroy(): Promise<void> {
    return Promise.all([this.#direct.destroy(), this.#proxied.destroy()]).then(() => {})
  }
}

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|::1?|::ffff:7f\w+:\w+)$/

/** @param host of a URL: a name, or an address that may be in brackets. */
export function isThisMachine(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (LOOPBACK.test(name) || name === hostname().toLowerCase()) return true
  return Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === name))
}
