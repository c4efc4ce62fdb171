import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface RoundRobin {
  readonly url: string
  /** Requests without a response. */
  readonly failed: readonly string[]
  /** Number of requests sent to each server. */
  readonly shares: readonly number[]
  close(): Promise<void>
}

/** Between readiness checks. */
const CHECK_MS = 100
/**
 * Longer than any test. A bot in this process may hold the event loop for longer than the 5 seconds of Node, which then
 * closes an idle connection just as the next request is sent on it.
 */
const IDLE_MS = 65_000

/**
 * Starts a load balancer: each request goes to the next ready server, over keep-alive connections. Failed requests are not
 * retried.
 */
export async function roundRobin(backends: readonly string[]): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true })
  const failed: string[] = []
  const shares = backends.map(() => 0)
  const isReady = backends.map(() => true)
  let latest = 0
  const next = (): URL => {
    const ready = backends.flatMap((_, at) => (isReady[at] ? [at] : []))
    latest = (latest + 1) % Math.max(1, ready.length)
    const at = ready[latest] ?? 0
    shares[at] = (shares[at] ?? 0) + 1
    return new URL(backends[at] ?? '')
  }

  let isOpen = true
  /** One check after the other, and each server alone: a slow answer may come after a later one. */
  const check = async (url: string, at: number) => {
    for (; isOpen; await pause(CHECK_MS))
      isReady[at] = await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
  }
  const checks = backends.map(check)

  const proxy = createServer((incoming, response) => {
    const { hostname, port } = next()
    const { method, url, headers } = incoming
    const outgoing = request({ hostname, port, method, path: url, headers, agent }, (answer) => {
      const { connection: _, ...rest } = answer.headers
      response.writeHead(answer.statusCode ?? 502, rest)
      answer.pipe(response)
    })
    outgoing.on('error', (error) => {
      failed.push(`${method} ${url}: ${error.message}`)
      response.writeHead(502).end()
    })
    incoming.pipe(outgoing)
  })
  proxy.keepAliveTimeout = IDLE_MS
  proxy.on('upgrade', (incoming, stream, head) => {
    const { hostname, port } = next()
    const server = connect(Number(port), hostname, () => {
      server.write(headOf(incoming))
      server.write(head)
      server.pipe(stream).pipe(server)
    })
    server.on('error', () => stream.destroy())
    stream.on('error', () => server.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    failed,
    shares,
    async close() {
      isOpen = false
      await Promise.all(checks)
      agent.destroy()
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`))
  return `${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`
}
