import { HttpsProxyAgent } from 'https-proxy-agent'
import { Agent, Dispatcher, Pool, ProxyAgent, setGlobalDispatcher } from 'undici'
import { WebSocket } from 'ws'
import { proxyFor } from './proxy-variables.ts'

/** Sends the calls of `fetch` through the proxies of `proxyFor`, whatever `NODE_USE_ENV_PROXY` says. */
export const followProxies = (): void => setGlobalDispatcher(new FollowingAgent())

class FollowingAgent extends Dispatcher {
  readonly #agents = new Map<string | undefined, Dispatcher>()

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const proxy = proxyFor(new URL(String(options.origin)))
    let agent = this.#agents.get(proxy)
    if (!agent) {
      agent = proxy ? new ProxyAgent(proxy) : new Agent()
      this.#agents.set(proxy, agent)
    }
    return agent.dispatch(options, handler)
  }

  override close(): Promise<void> {
    return Promise.all([...this.#agents.values()].map((agent) => agent.close())).then(() => {})
  }

  override destroy(): Promise<void> {
    return Promise.all([...this.#agents.values()].map((agent) => agent.destroy())).then(() => {})
  }
}

/** Connections to one server, directly or through the proxy that the environment names for it. */
export function poolFor(origin: string, options: Pool.Options): Dispatcher {
  const proxy = proxyFor(new URL(origin))
  return proxy ? new ProxyAgent({ ...options, uri: proxy }) : new Pool(origin, options)
}

/** How long a server may take to answer the upgrade of a socket. */
const HANDSHAKE_MS = 15_000

/** Opens a socket, directly or through the proxy that the environment names for it. It fails if no answer comes in time. */
export function openSocket(address: string | URL, handshakeTimeout = HANDSHAKE_MS): WebSocket {
  const proxy = proxyFor(new URL(address))
  return new WebSocket(address, { handshakeTimeout, ...(proxy && { agent: new HttpsProxyAgent(proxy) }) })
}
