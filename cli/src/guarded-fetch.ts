import { PRODUCT } from '@inkling/mock-server/contract/constants'
import { HEADER } from '@inkling/mock-server/contract/headers'
import { asCurl } from '@inkling/scenarios/runner/curl'
import { auditAfter, auditBefore } from './audit-log.ts'
import { CliError, EXIT } from './cli-error.ts'
import type { Settings } from './settings.ts'

/** What a dry run would have sent: it ends there, since nothing comes back. */
export class DryRun extends Error {
  override name = 'DryRun'
}

/** Whether the target is a reference server, whose world may be changed without asking. */
type Kind = 'reference' | 'foreign'

const READS = ['GET', 'HEAD', 'OPTIONS']

/**
 * The one way from a command to its target: refuses what `--read-only` and the safety of foreign targets forbid,
 * prints instead of sending in a dry run, notes what changes something, and says what to do when nothing answers.
 */
export function guardedFetch(settings: Settings, transport = fetch): typeof fetch {
  const { url, writes, readOnly, dryRun } = settings
  let kind: Promise<Kind> | undefined
  return async (input, init = {}) => {
    const address = String(input instanceof Request ? input.url : input)
    const method = init.method ?? 'GET'
    const changes = !READS.includes(method)
    if (changes && readOnly) {
      throw new CliError(
        EXIT.refused,
        `--read-only refuses ${method} ${new URL(address).pathname}: leave it out to send this.`,
      )
    }
    if (dryRun) {
      process.stdout.write(`${asCurl(address, init)}\n`)
      throw new DryRun()
    }
    if (changes && !writes.value) {
      kind ??= kindOf(settings)
      if ((await kind) === 'foreign') {
        throw new CliError(
          EXIT.refused,
          `${url.value} does not say that it is a reference server, so nothing is changed there without consent: repeat this with --yes, or give its key with --admin-key.`,
        )
      }
    }
    if (changes) auditBefore({ method, url: address })
    const response = await send(settings, address, init, transport)
    if (changes) auditAfter({ method, url: address }, response.status)
    return response
  }
}

/** Fetch with the time-out of the settings and an error that says how to mend it. */
async function send(
  { url, timeoutMs, verbose }: Settings,
  address: string,
  init: RequestInit,
  transport = fetch,
): Promise<Response> {
  const begun = performance.now()
  const timeout = AbortSignal.timeout(timeoutMs.value)
  try {
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    const response = await transport(address, { ...init, signal })
    if (verbose) {
      const took = Math.round(performance.now() - begun)
      process.stderr.write(`${init.method ?? 'GET'} ${address} ${response.status} ${took} ms\n`)
    }
    return response
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new CliError(
      EXIT.runtime,
      timeout.aborted
        ? `${url.value} did not answer within ${timeoutMs.value / 1000} s: look at that server, or give it longer with --timeout.`
        : `nothing answers at ${url.value}: start a server with \`inkling serve\`, or name another one with --target.`,
      { cause: error },
    )
  }
}

/** A reference server says so, to those who have its key; anything else is foreign. */
async function kindOf(settings: Settings): Promise<Kind> {
  const { url, adminKey } = settings
  const headers = adminKey.value === undefined ? {} : { [HEADER.adminKey]: adminKey.value }
  const response = await send(settings, `${url.value}/control/status`, { headers })
  const body: unknown = await response.json().catch(() => null)
  return response.ok && (body as { product?: unknown } | null)?.product === PRODUCT ? 'reference' : 'foreign'
}
