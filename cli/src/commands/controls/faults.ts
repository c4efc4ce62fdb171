import type { Fault } from '@inkling/mock-server/contract/schemas/control'
import { faultProblems } from '@inkling/scenarios/runner/language/checks/fault-problems'
import type { Calls } from '../../calls/connect.ts'
import { CliError, EXIT } from '../../cli-error.ts'
import { durationOf } from '../../command-line/durations.ts'

export interface FaultOptions extends Omit<Fault, 'match' | 'probability' | 'delayMs'> {
  readonly method?: string
  readonly user?: string
  readonly probability?: string
  readonly delay?: string
}

export function addFault(path: string, options: FaultOptions): (calls: Calls) => Promise<Fault[]> {
  const fault = faultOf(path, options)
  return async ({ settings, controls }) => {
    const client = await controls()
    // A dry run sends nothing, so the active faults are unknown.
    const active = settings.dryRun ? [] : await client.getFaults()
    return client.putFaults({ body: [...active, fault] })
  }
}

function faultOf(path: string, options: FaultOptions): Fault {
  const { user, probability, delay, drop, loseResponse, ...answer } = options
  const method = options.method?.toUpperCase()
  if (!path.startsWith('/'))
    throw new CliError(EXIT.usage, `'${path}' is not a path. Start it with /, such as /api/game/today.`)
  const match = { path, method, userId: user }
  const [problem] = faultProblems({ ...answer, match, delay, drop, loseResponse }, optionOf)
  if (problem) throw new CliError(EXIT.usage, problem.message.replace(/[^?]$/, '$&.'))
  const share = probability === undefined ? undefined : Number(probability)
  if (share !== undefined && !(share >= 0 && share <= 1)) {
    throw new CliError(EXIT.usage, `--probability '${probability}' is not a number from 0 to 1.`)
  }
  const { nth, times, status, code, message, rawBody } = answer
  return {
    ...{ match, nth, times, status, code, message, rawBody, drop, loseResponse },
    probability: share,
    delayMs: delay === undefined ? undefined : durationOf(delay),
  }
}

const optionOf = (field: string): string =>
  `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
