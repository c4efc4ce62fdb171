import { boundedResponse } from '@inkling/scenarios/bots/bounded-reply'
import { connectionProblem, PROXY_FIX } from '@inkling/scenarios/bots/connection-problem'
import { proxyFor } from '@inkling/scenarios/bots/proxy-variables'
import { CliError, EXIT, isCliError } from '../cli-error.ts'
import { IN_PROCESS, type Settings } from '../settings/settings.ts'
import { writeError } from '../terminal-text.ts'

/** A call whose body or response may take any time. The timeout of the settings is then that of the first answer. */
export interface Transfer extends RequestInit {
  readonly isTransfer?: true
}

/**
 * Otherwise fetch keeps a copy of the whole body, for a redirect. The calls before a transfer have shown that there is
 * none.
 */
const SENT_ONCE: RequestInit = { redirect: 'error', window: null }

/** The commands that also run on a reference server in this process. */
const TESTS_SERVERS = /^(check|conform|explore|scenario run)\b/

/**
 * Sends a call with the timeout of the settings.
 * @throws {CliError} if there is no response, or a redirect.
 */
export async function send(
  { url, timeoutMs, verbose, command }: Settings,
  address: string,
  { isTransfer, ...init }: Transfer,
  transport = fetch,
): Promise<Response> {
  const startedAt = performance.now()
  const started = new AbortController()
  const timer = setTimeout(() => started.abort(), timeoutMs.value)
  // A body that is sent may take longer than any answer.
  if (isTransfer && init.body) clearTimeout(timer)
  const timeout = isTransfer ? started.signal : AbortSignal.timeout(timeoutMs.value)
  try {
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    const response = await transport(address, {
      ...init,
      signal,
      ...(isTransfer && init.body ? SENT_ONCE : { redirect: 'manual' }),
    })
    if (verbose) {
      const took = Math.round(performance.now() - startedAt)
      writeError(`${init.method ?? 'GET'} ${address} ${response.status} ${took} ms\n`)
    }
    refuseRedirect(address, response)
    // The pool has read and bounded its reply already.
    return transport === fetch ? boundedResponse(response, address) : response
  } catch (error) {
    if (init.signal?.aborted || isCliError(error)) throw error
    const problem = connectionProblem(error)
    const proxy = proxyFor(new URL(address))
    // Not its user and password.
    const through = proxy && URL.canParse(proxy) ? ` through the proxy ${new URL(proxy).host}` : ''
    throw new CliError(
      EXIT.runtime,
      timeout.aborted
        ? `${url.value} did not answer within ${timeoutMs.value / 1000} s: check that server, or set a longer --timeout.`
        : problem
          ? `cannot connect to ${url.value}${through}: ${problem.reason}: ${problem.fix}.`
          : through
            ? `no answer from ${url.value}${through}: ${PROXY_FIX}.`
            : `no server responds at ${url.value}: start a server with \`inkling serve\`, or name another one with --target${TESTS_SERVERS.test(command) ? `, such as ${IN_PROCESS}` : ''}.`,
      { cause: error },
    )
  } finally {
    clearTimeout(timer)
  }
}

const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * A redirect is an error: following it would take the admin key or a token to a server that nobody named.
 * @throws {CliError} with both URLs.
 */
export function refuseRedirect(address: string, { status, headers }: Response): void {
  if (!REDIRECTS.includes(status)) return
  const location = headers.get('location') ?? ''
  // A parsed URL has no control characters.
  const to = URL.canParse(location, address)
    ? new URL(location, address).href
    : 'an address that is not a URL'
  throw new CliError(
    EXIT.runtime,
    `${address} redirects to ${to} (status ${status}), which is not followed: if you trust that server, name it with --target.`,
  )
}
