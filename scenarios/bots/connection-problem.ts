/** Why a connection failed, if it is not that nothing listens: what is wrong, and what to do. */
export interface ConnectionProblem {
  readonly reason: string
  readonly fix: string
}

const DNS = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA']
const NO_TLS = ['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG']
const TLS = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA|HOSTNAME_MISMATCH|CRL_)/

/** What to do about a proxy that does not answer or refuses. */
export const PROXY_FIX = 'check the proxy, or list the server in NO_PROXY'

/** The problem in an error of fetch or of its causes; null for any other, also a refused or lost connection. */
export function connectionProblem(error: unknown): ConnectionProblem | null {
  for (const each of causesOf(error)) {
    // A DOMException, such as a timeout, has a number.
    const code = String((each as NodeJS.ErrnoException).code ?? '')
    // The message of the error contains the header's value, which may be a secret.
    if (
      / is an invalid header value|invalid header name|Cannot convert argument to a ByteString/i.test(
        each.message,
      )
    )
      return {
        reason: 'a header of the call has characters that HTTP does not allow',
        fix: 'correct the admin key or token',
      }
    const [, status] = /^Proxy response \((\d+)\)/.exec(each.message) ?? []
    if (status !== undefined)
      return { reason: `it refuses this server with status ${status}`, fix: PROXY_FIX }
    if (each.message === 'bad port')
      return { reason: 'browsers and fetch refuse this port', fix: 'let the server listen on another one' }
    if (DNS.includes(code))
      return { reason: `the name is not known (${code})`, fix: 'correct it, or check the network' }
    if (NO_TLS.includes(code))
      return {
        reason: `the server does not speak TLS (${code})`,
        fix: 'check whether the URL must begin with http:',
      }
    if (TLS.test(code))
      return {
        reason: `${code === 'CERT_HAS_EXPIRED' ? 'certificate has expired' : each.message} (${code})`,
        fix: 'correct the certificate of the server, or trust its authority with NODE_EXTRA_CA_CERTS',
      }
    // Node's own fetch gives a code, undici's gives only a name.
    if (code.startsWith('HPE_') || each.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW')
      return {
        reason: `its answer is not HTTP (${code || each.name})`,
        fix: 'check the port and whether the URL must begin with https:',
      }
  }
  return null
}

/** An error and its causes, outermost first. */
export function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}
