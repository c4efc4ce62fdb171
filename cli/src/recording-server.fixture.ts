import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RecordingServer {
  readonly url: string
  /** Every call as `POST /api/...`, oldest first. */
  readonly calls: readonly string[]
  /** The calls that are not reads. */
  changes(): readonly string[]
  forget(): void
  close(): Promise<void>
}

const READS = ['GET', 'HEAD', 'OPTIONS']

/** A proxy that records the calls to the server behind it. */
export async function recordingServer(behind: string): Promise<RecordingServer> {
  const calls: string[] = []
  // Longer than the default, so that no idle connection closes at the moment of a call.
  const server = createServer({ keepAliveTimeout: 65_000 }, async (request, response) => {
    calls.push(`${request.method} ${request.url}`)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const answer = await fetch(behind + request.url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
    })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    changes: () => calls.filter((call) => !READS.includes(call.split(' ', 1)[0] ?? '')),
    forget: () => void calls.splice(0),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
