import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { Fault } from '../../core/contract/schemas/control.ts'
import { endpoints } from '../../core/contract/table/endpoints.ts'
import { ERROR_STATUS, type ErrorCode } from '../../core/contract/table/error-codes.ts'
import { fillPath, matchesPattern } from '../../core/contract/table/path.ts'
import type { Call, Reply } from '../../engine/calls/call.ts'
import { retryAfter } from '../../engine/calls/reply.ts'
import { FAULT_METHODS, isReachable, socketProblem } from './fault-reach.ts'

const STEPS = 1_000_000

/** A fault and its counters. */
type Armed = Fault & { matched: number; fired: number }

/** Injects faults into calls. The same seed and calls give the same faults (API.md, Controls). */
export class Faults {
  readonly #seed: number
  readonly #wait: (ms: number) => Promise<void>
  #armed: Armed[] = []
  #random: ReturnType<typeof xoroshiro128plus>

  /** @param wait waits for a delay. */
  constructor(seed: number, wait: (ms: number) => Promise<void>) {
    this.#seed = seed
    this.#wait = wait
    this.#random = xoroshiro128plus(seed)
  }

  /** The faults with their counters. Passing them to {@link put} continues the counts. */
  get list(): Fault[] {
    return this.#armed.map((armed) => ({ ...armed }))
  }

  /** How many can still fire. */
  get active(): number {
    return this.#armed.filter(
      ({ times, nth, matched, fired }) =>
        (times === undefined || fired < times) && (nth === undefined || matched < nth),
    ).length
  }

  /**
   * Replaces all faults. Each continues from its counters. The random sequence restarts if there were no faults
   * before.
   */
  put(faults: readonly Fault[]): void {
    if (this.#armed.length === 0) this.#random = xoroshiro128plus(this.#seed)
    this.#armed = faults.map((fault) => ({ ...fault, matched: fault.matched ?? 0, fired: fault.fired ?? 0 }))
  }

  /** The reply that a fault gives instead of the engine's; null if the call continues, perhaps after a delay. */
  intercept(call: Call, userIdOf: () => string | null): Promise<Reply | null> | null {
    return this.#armed.length === 0 ? null : this.#interceptArmed(call, userIdOf())
  }

  async #interceptArmed(call: Call, userId: string | null): Promise<Reply | null> {
    const armed = this.#armed.find((each) => this.#fires(each, call, userId))
    if (!armed) return null
    const { delayMs = 0 } = armed
    if (delayMs > 0) await this.#wait(delayMs)
    return replyOf(armed)
  }

  #fires(armed: Armed, call: Call, userId: string | null): boolean {
    const { times, nth, probability } = armed
    if (!matches(armed, call, userId)) return false
    armed.matched++
    if (times !== undefined && armed.fired >= times) return false
    if (nth !== undefined && armed.matched !== nth) return false
    if (probability !== undefined && uniformInt(this.#random, 0, STEPS - 1) >= probability * STEPS)
      return false
    armed.fired++
    return true
  }
}

/** Faults never affect controls. */
function matches({ match }: Fault, call: Call, userId: string | null): boolean {
  const { method, path: template, documented } = endpoints[call.name]
  if (!documented) return false
  const path = fillPath(template, call.params)
  const { method: wantedMethod = method, path: wantedPath = path, userId: wantedUser = userId } = match
  return wantedMethod.toUpperCase() === method && matchesPattern(path, wantedPath) && wantedUser === userId
}

function replyOf({ status, code, message, rawBody, drop, loseResponse }: Fault): Reply | null {
  if (drop) return DROPPED
  if (loseResponse) return { ...DROPPED, isAfterWork: true }
  if (status === undefined && code === undefined && rawBody === undefined) return null
  const known: Record<string, number> = ERROR_STATUS
  const answer = status ?? (code === undefined ? 500 : (known[code] ?? 500))
  if (rawBody !== undefined) return { status: answer, headers: {}, body: null, raw: rawBody }
  const error = { code: code ?? codeForStatus(answer), message: message ?? 'Injected fault' }
  return { status: answer, headers: retryAfter(answer), body: { error } }
}

/** Why a fault can match no call; null if it can match one. */
export function matchProblem({ match: { method, path } }: Fault): string | null {
  const wanted = method?.toUpperCase()
  if (wanted !== undefined && !FAULT_METHODS.includes(wanted))
    return `no call has the method '${method}': use one of ${FAULT_METHODS.join(', ')}`
  if (path === undefined) return null
  const socket = socketProblem(path)
  if (socket !== null || isReachable(path, wanted)) return socket
  const call = wanted === undefined ? 'call' : `${wanted} call`
  return `no ${call} has the path '${path}': name a path of the API, or /api/* for all calls`
}

/** Whether a fault changes the calls that it matches. A message alone is part of no response. */
export const hasEffect = ({ status, code, rawBody, delayMs, drop, loseResponse }: Fault): boolean =>
  drop === true ||
  loseResponse === true ||
  [status, code, rawBody, delayMs].some((each) => each !== undefined)

/** No response at all. */
const DROPPED: Reply = { status: 0, headers: {}, body: null, drop: true }

const codeForStatus = (status: number): ErrorCode =>
  (Object.keys(ERROR_STATUS) as ErrorCode[]).find((code) => ERROR_STATUS[code] === status) ?? 'INTERNAL'
