import { poolFor } from '../../bots/proxies.ts'

/** A call to send to the server. */
export interface WireCall {
  readonly method: string
  readonly path: string
  readonly token: string | null
  readonly body?: string | Buffer
}

/** A response, or status 0 and a code if there is none. */
export interface WireReply {
  readonly status: number
  readonly text: string
  /** The reason for a missing response; otherwise empty. */
  readonly code: string
}

/** Sends calls at a lower cost than fetch, since a generator makes thousands of calls per second. */
export interface Wire {
  send(call: WireCall, onReply: (reply: WireReply) => void): void
  /** Closes all connections immediately. Pending calls fail. */
  close(): Promise<void>
}

/** HTTP over persistent connections. Waiting for a free connection counts as latency. */
export function httpWire(origin: string, connections: number, timeoutMs: number): Wire {
  const { origin: server, pathname } = new URL(origin)
  const prefix = pathname.replace(/\/$/, '')
  const pool = poolFor(server, { connections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
  return {
    send({ method, path, token, body }, onReply) {
      const headers: Record<string, string> = { accept: 'application/json' }
      if (token !== null) headers.authorization = `Bearer ${token}`
      if (body !== undefined) headers['content-type'] = 'application/json'
      let status = 0
      const chunks: Buffer[] = []
      pool.dispatch(
        {
          origin: server,
          path: prefix + path,
          method: method as 'GET',
          headers,
          ...(body !== undefined && { body }),
        },
        {
          onRequestStart() {},
          onResponseStart(_, statusCode) {
            status = statusCode
          },
          onResponseData(_, chunk) {
            chunks.push(chunk)
          },
          onResponseEnd() {
            const [only] = chunks
            const whole = chunks.length === 1 && only ? only : Buffer.concat(chunks)
            onReply({ status, text: whole.toString('utf8'), code: '' })
          },
          onResponseError(_, error) {
            onReply({ status: 0, text: '', code: shortName(error) })
          },
        },
      )
    },
    close: () => pool.destroy(),
  }
}

/** Short names for common errors. */
function shortName(error: Error & { code?: string }): string {
  const code = error.code ?? (error.cause as { code?: string } | undefined)?.code ?? error.name
  return /TIMEOUT/.test(code) ? 'TIMEOUT' : code === 'UND_ERR_SOCKET' ? 'CONNECTION_LOST' : code
}

/** Classifies a response. */
export function readReply(
  { status, text, code: failure }: WireReply,
  refusals: readonly string[],
): { body: unknown; kind: 'success' | 'refusal' | 'error'; code: string } {
  if (status === 0) return { body: null, kind: 'error', code: failure }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { body: null, kind: 'error', code: `HTTP_${status}` }
  }
  if (status === 200) return { body: value, kind: 'success', code: '' }
  const code = (value as { error?: { code?: string } } | null)?.error?.code ?? `HTTP_${status}`
  return { body: null, kind: refusals.includes(code) ? 'refusal' : 'error', code }
}
