import { NETWORK_ERROR } from '@inkling/mock-server/contract/client/api-error'
import { neededKey } from '@inkling/mock-server/contract/table/endpoint'
import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { refusalsOf } from '../diff/violation.ts'
import { ADMIN_CALLS, callName, PLAYER_CALLS } from '../runner/language/call-names.ts'
import { inputShape } from '../runner/language/checks/call-shapes.ts'
import type { Answer } from '../runner/steps/calls/exchange.ts'
import type { Person } from './persons.ts'
import type { PlayedStep } from './played-step.ts'
import { rowOf, stepsIn } from './played-step.ts'

const SUCCESS = 'success'
/** Outcomes that no action can bring about, and why. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  INTERNAL: 'a fault of the server',
  UNAVAILABLE: 'a store that fails',
  PAYLOAD_TOO_LARGE: 'no body of over 1 MiB is sent',
  RATE_LIMITED: 'budgets are not used up on purpose',
}

/** What faults bring about, which the exploration injects: no outcomes of the calls. */
const INJECTED: readonly string[] = [NETWORK_ERROR, 'INTERNAL', 'UNAVAILABLE']

interface ReachedOutcome {
  /** `success` or an error code. */
  readonly outcome: string
  readonly times: number
  /** The kinds of persons who reached it. */
  readonly persons: readonly Person[]
}

export interface CoveredCall {
  /** Its name in scenario files. */
  readonly call: string
  readonly reached: readonly ReachedOutcome[]
  /** The documented outcomes that were not reached, and can be. */
  readonly missing: readonly string[]
  /** Why the others were not reached, by outcome. */
  readonly unreachable: Readonly<Record<string, string>>
  /** Why the call was not made; null if it was to be. */
  readonly leftOut: string | null
}

interface CoverageOptions {
  readonly controls: boolean
  readonly only: ReadonlySet<string>
  readonly leftOut: ReadonlyMap<EndpointName, string>
}

interface Reached {
  times: number
  readonly persons: Map<Person, number>
}

/** Which calls of the contract were made, by whom, and with which outcomes. */
export class Coverage {
  readonly #options: CoverageOptions
  readonly #reached = new Map<EndpointName, Map<string, Reached>>()

  constructor(options: CoverageOptions) {
    this.#options = options
  }

  /** @param persons the kinds of persons who performed each step inside, before they did */
  note(step: PlayedStep, answer: Answer, persons: readonly (readonly Person[])[]): void {
    const answers = answer.body as readonly { body: { error?: { code: string } } }[]
    for (const [at, each] of stepsIn(step).entries()) {
      const error = 'parallel' in step ? answers[at]?.body?.error : answer.error
      this.#count(each, error?.code, persons[at] ?? [])
    }
  }

  /** How often a kind of person has made a call. */
  timesMade(row: EndpointName, person: Person): number {
    const outcomes = [...(this.#reached.get(row)?.values() ?? [])]
    return outcomes.reduce((sum, { persons }) => sum + (persons.get(person) ?? 0), 0)
  }

  #count(step: PlayedStep, code: string = SUCCESS, kinds: readonly Person[]): void {
    const row = rowOf(step)
    if (row === undefined || INJECTED.includes(code)) return
    const outcomes = this.#reached.get(row) ?? new Map<string, Reached>()
    this.#reached.set(row, outcomes)
    const outcome = outcomes.get(code) ?? { times: 0, persons: new Map<Person, number>() }
    outcomes.set(code, outcome)
    outcome.times++
    for (const kind of kinds) outcome.persons.set(kind, (outcome.persons.get(kind) ?? 0) + 1)
  }

  /** Every call that scenarios can make, in the order of the contract. */
  get calls(): CoveredCall[] {
    return [...PLAYER_CALLS.values(), ...ADMIN_CALLS.values()].map((row) => {
      const outcomes = this.#reached.get(row) ?? new Map<string, Reached>()
      const unreached = [SUCCESS, ...refusalsOf(endpoints[row])].filter((code) => !outcomes.has(code))
      const unreachable: Record<string, string> = {}
      for (const code of unreached) {
        const reason = whyUnreachable(row, code)
        if (reason !== null) unreachable[code] = reason
      }
      return {
        call: callName(row) as string,
        reached: [...outcomes].map(([outcome, { times, persons }]) => ({
          outcome,
          times,
          persons: [...persons.keys()],
        })),
        missing: unreached.filter((code) => !(code in unreachable)),
        unreachable,
        leftOut: this.#leftOut(row),
      }
    })
  }

  /** Whether every call that is not left out had each outcome that can be reached. */
  get isComplete(): boolean {
    return this.calls.every(({ leftOut, missing }) => leftOut !== null || missing.length === 0)
  }

  #leftOut(row: EndpointName): string | null {
    const { controls, only, leftOut } = this.#options
    const reason = leftOut.get(row)
    if (reason !== undefined) return reason
    if (!controls && neededKey(endpoints[row].auth) !== null) return 'it needs controls'
    return only.size > 0 && !only.has(callName(row) as string) ? 'it was not asked for' : null
  }
}

/** Why a call has no VALIDATION_FAILED. */
export const NO_INPUT = 'the call has no input'

/** Why a call cannot have an outcome; null if it can. */
function whyUnreachable(row: EndpointName, code: string): string | null {
  const { properties = {} } = inputShape(row)
  if (endpoints[row].auth === 'optional' && code.startsWith('AUTH_')) return 'an invalid token is none'
  if (row === 'block' && code === 'CONFLICT') return 'it takes 200 blocked players'
  if (code === 'VALIDATION_FAILED' && Object.keys(properties).length === 0) return NO_INPUT
  return UNREACHABLE[code] ?? null
}
