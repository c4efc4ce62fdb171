import { neededKey } from '@inkling/mock-server/contract/table/endpoint'
import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { refusalsOf } from '../diff/violation.ts'
import { ADMIN_CALLS, callName, PLAYER_CALLS } from '../runner/language/call-names.ts'
import type { Answer } from '../runner/steps/calls/exchange.ts'
import { callOf, rowOf } from './known.ts'
import type { PlayedStep } from './side.ts'

const SUCCESS = 'success'
/** Outcomes that no action can bring about: broken servers, large bodies, too many calls. */
const UNREACHABLE = new Set(['INTERNAL', 'UNAVAILABLE', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED', 'AUTH_REQUIRED'])

export interface CoveredCall {
  /** Its name in scenario files. */
  readonly call: string
  /** How often each outcome was reached, and by how many persons: `success` or an error code. */
  readonly reached: readonly { readonly outcome: string; readonly times: number; readonly persons: number }[]
  /** The documented outcomes that were not reached. */
  readonly missing: readonly string[]
  /** Why the call was not made; null if it was to be. */
  readonly leftOut: string | null
}

interface CoverageOptions {
  readonly controls: boolean
  readonly only: ReadonlySet<string>
  readonly leftOut: ReadonlyMap<EndpointName, string>
}

/** Which calls of the contract were made, by whom, and with which outcomes. */
export class Coverage {
  readonly #options: CoverageOptions
  readonly #reached = new Map<EndpointName, Map<string, { times: number; persons: Set<string> }>>()

  constructor(options: CoverageOptions) {
    this.#options = options
  }

  note(step: PlayedStep, answer: Answer): void {
    if ('parallel' in step) {
      const answers = answer.body as readonly { status: number; body: { error?: { code: string } } }[]
      for (const [at, inner] of [...step.parallel, ...step.then].entries())
        this.#count(inner, answers[at]?.body?.error?.code)
    } else this.#count(step, answer.error?.code)
  }

  #count(step: PlayedStep, code: string = SUCCESS): void {
    const row = rowOf(step)
    if (row === undefined) return
    const outcomes = this.#reached.get(row) ?? new Map()
    this.#reached.set(row, outcomes)
    const outcome = outcomes.get(code) ?? { times: 0, persons: new Set<string>() }
    outcomes.set(code, outcome)
    outcome.times++
    outcome.persons.add(callOf(step).who ?? 'admin')
  }

  /** Every call that scenarios can make, in the order of the contract. */
  get calls(): CoveredCall[] {
    return [...PLAYER_CALLS.values(), ...ADMIN_CALLS.values()].map((row) => {
      const outcomes = this.#reached.get(row) ?? new Map<string, { times: number; persons: Set<string> }>()
      const wanted = [SUCCESS, ...refusalsOf(endpoints[row])].filter((code) => !UNREACHABLE.has(code))
      return {
        call: callName(row) as string,
        reached: [...outcomes].map(([outcome, { times, persons }]) => ({
          outcome,
          times,
          persons: persons.size,
        })),
        missing: wanted.filter((code) => !outcomes.has(code)),
        leftOut: this.#leftOut(row),
      }
    })
  }

  /** Whether every call that is not left out succeeded at least once. */
  get isComplete(): boolean {
    return this.calls.every(({ leftOut, missing }) => leftOut !== null || !missing.includes(SUCCESS))
  }

  #leftOut(row: EndpointName): string | null {
    const { controls, only, leftOut } = this.#options
    const reason = leftOut.get(row)
    if (reason !== undefined) return reason
    if (!controls && neededKey(endpoints[row].auth) !== null) return 'it needs controls'
    return only.size > 0 && !only.has(callName(row) as string) ? 'it was not asked for' : null
  }
}
