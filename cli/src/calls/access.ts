import type { ServerAccess } from '@inkling/mock-server/contract/client/client'
import { endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { asCurl } from '@inkling/scenarios/runner/steps/calls/curl'
import { CliError, EXIT, isCliError } from '../cli-error.ts'
import { IN_PROCESS, type Settings } from '../settings/settings.ts'
import { writeError, writeOut } from '../terminal-text.ts'
import { audit } from './audit-log.ts'
import { send } from './send.ts'
import { describeTarget, readTargetFacts } from './target-facts.ts'

/** Changes how the calls of an operation are sent, for example to note what they create. */
export type Through = (access: ServerAccess) => ServerAccess

/** Ends a dry run at its first call, because there is no response to continue with. */
export class DryRun extends Error {
  override name = 'DryRun'
}

/** @throws {CliError} for a dry run of bots or checks, whose calls depend on the responses before them. */
export function refuseDryRun({ dryRun }: Settings, hint = 'Leave --dry-run out.'): void {
  if (!dryRun) return
  throw new CliError(
    EXIT.usage,
    `--dry-run cannot print these calls, which are not known in advance: each depends on earlier responses. ${hint}`,
  )
}

/**
 * Access to the target, for clients and bots.
 * @param fetchFor gives the function that sends calls to a server. With `pooledFetch`, many are sent at the same time.
 * @param log notes a changing call in the audit log, unless the command has one line for all of its calls.
 * @throws {CliError} when the target is not a server.
 */
export function accessTo(
  settings: Settings,
  fetchFor: (url: string) => typeof fetch = () => fetch,
  log = audit,
): ServerAccess {
  const baseUrl = settings.url.value
  if (baseUrl === IN_PROCESS) {
    throw new CliError(
      EXIT.usage,
      `the target '${IN_PROCESS}' is for scenarios, simulate, explore, conform and check: name a server with --target.`,
    )
  }
  return {
    baseUrl,
    fetch: guardedFetch(settings, fetchFor(baseUrl), log),
    // Looked up for each call: a restarted in-memory server has a new key.
    adminKey: () => settings.adminKey.value,
  }
}

const READS = ['GET', 'HEAD', 'OPTIONS']

/**
 * Sends every call of a command to its target. Refuses changes with `--read-only`, and changes to unknown servers
 * without consent; prints calls in a dry run; logs changes in the audit log.
 */
export function guardedFetch(settings: Settings, transport = fetch, log = audit): typeof fetch {
  const { url, writes, readOnly, dryRun, yes, adminName } = settings
  return async (input, given = {}) => {
    const address = String(input instanceof Request ? input.url : input)
    const unnamed = input instanceof Request ? await initOf(new Request(input, given)) : given
    // Not in a printed call, which somebody else may send.
    const init = dryRun ? unnamed : withName(address, unnamed, adminName)
    const method = (init.method ?? 'GET').toUpperCase()
    const changes = !READS.includes(method)
    if (changes && readOnly) {
      throw new CliError(
        EXIT.refused,
        `--read-only refuses ${method} ${new URL(address).pathname}: remove --read-only to send it.`,
      )
    }
    if (dryRun) {
      writeOut(`${asCurl(address, init)}\n`)
      if (new URL(address).pathname === endpoints.signInDevice.path) {
        writeError('The calls after the sign-in are not printed: they need the token in its response.\n')
      }
      throw new DryRun()
    }
    if (changes && !writes.value && yes === false) {
      const facts = await readTargetFacts(settings)
      if (facts.keyRefusal) throw facts.keyRefusal
      if (!facts.isReference) {
        throw new CliError(
          EXIT.refused,
          `${url.value} is ${describeTarget(facts)}, so changes there need consent: repeat the command with --yes, or give the server's key with --admin-key.`,
        )
      }
    }
    if (!changes) return send(settings, address, init, transport)
    const kind = await readTargetFacts(settings).then(
      (facts) => facts.kind,
      () => 'unknown' as const,
    )
    // The body of a transfer is a file.
    const body = 'isTransfer' in init ? null : init.body
    const noteOutcome = log(settings, kind, { method, url: address, body })
    try {
      const response = await send(settings, address, init, transport)
      noteOutcome(response.status)
      return response
    } catch (error) {
      noteOutcome(isCliError(error) ? 'no response' : 'aborted')
      throw error
    }
  }
}

const FOR_ADMINS = /\/(?:api\/admin|control)\//

/** Names the caller in calls that need the key, unless the call has a name of its own. */
function withName(address: string, init: RequestInit, name: string): RequestInit {
  if (name === '' || !FOR_ADMINS.test(new URL(address).pathname)) return init
  const headers = new Headers(init.headers)
  if (!headers.has(HEADER.adminName)) headers.set(HEADER.adminName, encodeURIComponent(name))
  return { ...init, headers: Object.fromEntries(headers) }
}

/** The parts of a request, of which the log and a dry run show the body. */
async function initOf(request: Request): Promise<RequestInit> {
  const { method, headers, signal } = request
  return { method, headers, signal, ...(request.body && { body: await request.text() }) }
}
