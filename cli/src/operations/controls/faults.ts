import type { Fault } from '@inkling/mock-server/contract/schemas/control'
import { endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { ERROR_STATUS } from '@inkling/mock-server/contract/table/error-codes'
import { canMatch, matchesPattern, matchPath } from '@inkling/mock-server/contract/table/path'
import { didYouMean, nearest } from '@inkling/scenarios/text/nearest'
import { controls } from '../../calls/connect.ts'
import { CliError, EXIT } from '../../cli-error.ts'
import { durationOf } from '../../command-line/durations.ts'
import type { Settings } from '../../settings/settings.ts'

export interface FaultOptions {
  readonly method?: string
  readonly user?: string
  readonly nth?: number
  readonly times?: number
  readonly probability?: string
  readonly delay?: string
  readonly status?: number
  readonly code?: string
  readonly message?: string
  readonly rawBody?: string
  readonly drop?: boolean
  readonly loseResponse?: boolean
}

/** Adds a fault to the active ones. */
export function addFault(path: string, options: FaultOptions): (settings: Settings) => Promise<Fault[]> {
  const fault = faultOf(path, options)
  return async (settings) => {
    const client = await controls(settings)
    // A dry run sends nothing, so the active faults are unknown.
    const active = settings.dryRun ? [] : await client.getFaults()
    return client.putFaults({ body: [...active, fault] })
  }
}

function faultOf(path: string, options: FaultOptions): Fault {
  const { user, probability, delay, status, code, message, rawBody, drop, loseResponse, nth, times } = options
  const breaks = drop || loseResponse
  const method = options.method?.toUpperCase()
  if (!path.startsWith('/'))
    throw new CliError(EXIT.usage, `'${path}' is not a path. Start it with /, such as /api/game/today.`)
  checkCall(path, method)
  const response = [status, code, rawBody].filter((given) => given !== undefined)
  if (message !== undefined && status === undefined && code === undefined)
    throw new CliError(EXIT.usage, '--message is part of an error: add --status or --code.')
  if (delay === undefined && response.length === 0 && !breaks) {
    throw new CliError(
      EXIT.usage,
      'this fault has no effect. Add --status, --code, --raw-body, --delay, --drop or --lose-response.',
    )
  }
  if (message !== undefined && rawBody !== undefined)
    throw new CliError(EXIT.usage, '--raw-body is the whole response: leave --message out.')
  if (drop && loseResponse) {
    throw new CliError(
      EXIT.usage,
      'the connection breaks once, before (--drop) or after (--lose-response) the call: remove one.',
    )
  }
  if (breaks && response.length > 0) {
    throw new CliError(
      EXIT.usage,
      `a broken connection has no response: remove ${drop ? '--drop' : '--lose-response'}, or remove --status, --code, --message and --raw-body.`,
    )
  }
  // Codes that only a real server has are allowed.
  const meant = code === undefined || code in ERROR_STATUS ? '' : didYouMean(code, Object.keys(ERROR_STATUS))
  if (meant !== '') throw new CliError(EXIT.usage, `--code '${code}' is not an error code${meant}`)
  const share = probability === undefined ? undefined : Number(probability)
  if (share !== undefined && !(share >= 0 && share <= 1)) {
    throw new CliError(EXIT.usage, `--probability '${probability}' is not a number from 0 to 1.`)
  }
  return {
    match: { path, method, userId: user },
    ...{ nth, times, status, code, message, rawBody, drop, loseResponse },
    probability: share,
    delayMs: delay === undefined ? undefined : durationOf(delay),
  }
}

/** The calls that faults can affect. */
const calls = Object.values(endpoints).filter(({ documented }) => documented)
const isFixed = (path: string): boolean => !path.includes('{')
const fixedPaths = calls.map((call) => call.path).filter(isFixed)

/** @throws {CliError} if no call has this path, in which a trailing `*` matches any suffix. */
function checkCall(path: string, method?: string): void {
  const ofMethod = calls.filter((call) => method === undefined || call.method === method)
  if (ofMethod.some((call) => isFixed(call.path) && matchesPattern(call.path, path))) return
  // '/api/game/tody' could be a path with an id, so paths close to one without parameters count as misspelt.
  const isMisspelt = nearest(path.replace(/\/?\*$/, ''), fixedPaths) !== undefined
  if (!isMisspelt && ofMethod.some((call) => canHave(call, path))) return
  const known = ofMethod.map((call) => call.path.replace(/\{.*/, '*'))
  const hint =
    didYouMean(path.replace(/\{.*/, '*'), known) || ': name a path of the API, or /api/* for all calls.'
  const call = method === undefined ? path : `${method} ${path}`
  throw new CliError(EXIT.usage, `a fault on '${call}' would affect no call${hint}`)
}

function canHave({ path: template, params }: (typeof calls)[number], path: string): boolean {
  if (path.endsWith('*') || !params) return canMatch(template, path)
  return params.safeParse(matchPath(template, path)).success
}
