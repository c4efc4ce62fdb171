import { endpoints } from '@inkling/mock-server/contract/endpoints'
import type { Fault } from '@inkling/mock-server/contract/schemas/control'
import { didYouMean } from '@inkling/scenarios/runner/language/nearest'
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
  readonly body?: string
  readonly drop?: boolean
}

export const listFaults = async (settings: Settings): Promise<Fault[]> =>
  (await controls(settings)).getFaults()

export const clearFaults = async (settings: Settings): Promise<Fault[]> =>
  (await controls(settings)).clearFaults()

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
  const { method, user, probability, delay, status, code, body, drop, nth, times } = options
  if (!path.startsWith('/'))
    throw new CliError(EXIT.usage, `'${path}' is not a path. Start it with /, such as /api/game/today.`)
  if (!paths.some((template) => canMatch(template, path))) {
    const known = paths.map((template) => template.replace(/\{.*/, '*'))
    const hint =
      didYouMean(path.replace(/\{.*/, '*'), known) || ': name a path of the API, or /api/* for all calls.'
    throw new CliError(EXIT.usage, `a fault on '${path}' would affect no call${hint}`)
  }
  if (delay === undefined && status === undefined && code === undefined && body === undefined && !drop) {
    throw new CliError(
      EXIT.usage,
      'this fault has no effect. Add --status, --code, --body, --delay or --drop.',
    )
  }
  const share = probability === undefined ? undefined : Number(probability)
  if (share !== undefined && !(share >= 0 && share <= 1)) {
    throw new CliError(EXIT.usage, `--probability '${probability}' is not a number from 0 to 1.`)
  }
  return {
    match: {
      path,
      ...(method !== undefined && { method: method.toUpperCase() }),
      ...(user !== undefined && { userId: user }),
    },
    ...(nth !== undefined && { nth }),
    ...(times !== undefined && { times }),
    ...(share !== undefined && { probability: share }),
    ...(delay !== undefined && { delayMs: durationOf(delay) }),
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(body !== undefined && { rawBody: body }),
    ...(drop && { drop }),
  }
}

/** The paths of the calls that faults can affect, with `{name}` for each parameter. */
const paths = Object.values(endpoints).flatMap(({ documented, path }) => (documented ? [path] : []))

/** Ids have 128 bits or more. */
const ID = /^[\w-]{22,64}$/
const PARAMETERS: Readonly<Record<string, RegExp>> = {
  '{id}': ID,
  '{gameId}': ID,
  '{code}': /^\w{6}$/,
  '{stepIndex}': /^\d+$/,
}

/** Whether a call can have this path, in which a final `*` matches any rest. */
function canMatch(template: string, path: string): boolean {
  const wanted = template.split('/')
  const given = path.split('/')
  const isPrefix = path.endsWith('*')
  if (isPrefix ? given.length > wanted.length : given.length !== wanted.length) return false
  return given.every((part, at) => {
    const here = wanted[at] ?? ''
    const parameter = PARAMETERS[here]
    if (!isPrefix || at < given.length - 1) return parameter ? parameter.test(part) : part === here
    const start = part.slice(0, -1)
    return parameter ? /^[\w-]*$/.test(start) : here.startsWith(start)
  })
}
