import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CliError, EXIT } from '../../cli-error.ts'

/**
 * Serves a text for Prometheus at `/metrics`, to this machine only.
 * @param port 0 for a free one.
 * @returns the URL, and a function that ends it.
 * @throws {CliError} for a port in use.
 */
export async function metricsEndpoint(
  port: number,
  textOf: () => string,
): Promise<{ url: string; close: () => void }> {
  const server = createServer(({ url, method }, response) => {
    if (url !== '/metrics' || method !== 'GET') response.writeHead(404).end('The figures are at /metrics.\n')
    else response.setHeader('content-type', CONTENT_TYPE).end(textOf())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new CliError(EXIT.usage, `port ${port} is in use: choose another one with --metrics-port.`)
      : error
  })
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/metrics`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const CONTENT_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8'
