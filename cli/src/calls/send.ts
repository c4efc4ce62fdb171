import { CliError, EXIT } from '../cli-error.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * Sends a call with the timeout of the settings.
 * @throws {CliError} if there is no response.
 */
export async function send(
  { url, timeoutMs, verbose }: Settings,
  address: string,
  init: RequestInit,
  transport = fetch,
): Promise<Response> {
  const startedAt = performance.now()
  const timeout = AbortSignal.timeout(timeoutMs.value)
  try {
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    const response = await transport(address, { ...init, signal })
    if (verbose) {
      const took = Math.round(performance.now() - startedAt)
      process.stderr.write(`${init.method ?? 'GET'} ${address} ${response.status} ${took} ms\n`)
    }
    return response
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new CliError(
      EXIT.runtime,
      timeout.aborted
        ? `${url.value} did not answer within ${timeoutMs.value / 1000} s: check that server, or set a longer --timeout.`
        : `no server responds at ${url.value}: start a server with \`inkling serve\`, or name another one with --target.`,
      { cause: error },
    )
  }
}
