import { AsyncLocalStorage } from 'node:async_hooks'
import { ApiError, NETWORK_ERROR } from '@inkling/mock-server/contract/client/api-error'
import { type HttpRequest, httpRequest } from '@inkling/mock-server/contract/client/client'
import type { CallResponse, Transport } from '@inkling/mock-server/contract/client/transport'
import { findRoute } from '@inkling/mock-server/contract/table/routes'
import { causesOf, connectionProblem } from '../../../bots/connection-problem.ts'
import { violationOf } from '../../../diff/violation.ts'
import { jsonOr } from '../../../text/json.ts'
import { quotedExcept } from '../../../text/shell-word.ts'
import type { Exchange, Timings, TracedCall } from '../../reports/report.ts'
import { SECRET_VARIABLES } from '../../secret-fields.ts'
import { asCurl } from './curl.ts'
import { shownReply, withoutSecrets } from './shown-json.ts'

/** Records how long each call takes. */
export class CallLog {
  readonly #milliseconds: number[] = []
  #errors = 0

  /** Wraps a fetch or a transport so that its calls are recorded. */
  watch<Args extends unknown[], R extends { readonly status: number }>(
    inner: (...args: Args) => Promise<R>,
  ): (...args: Args) => Promise<R> {
    return async (...args) => {
      const startTime = performance.now()
      try {
        const response = await inner(...args)
        if (response.status >= 500) this.#errors++
        return response
      } catch (error) {
        this.#errors++
        throw error
      } finally {
        this.#milliseconds.push(performance.now() - startTime)
      }
    }
  }

  get timings(): Timings {
    const sorted = [...this.#milliseconds].sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
    return {
      calls: sorted.length,
      errors: this.#errors,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      max: sorted.at(-1) ?? 0,
    }
  }
}

/** The calls of one step: their abort signal, the latest call and, if they are traced, all of them. */
export class StepCalls {
  readonly signal: AbortSignal
  /** False for calls before the first step. */
  readonly isStep: boolean
  readonly #isTraced: boolean
  readonly #traced: Promise<TracedCall>[] = []
  #latest: (() => Promise<Exchange>) | null = null
  #violation: () => Promise<string | null> = async () => null

  constructor(signal: AbortSignal, { isStep = true, isTraced = false } = {}) {
    this.signal = signal
    this.isStep = isStep
    this.#isTraced = isTraced
  }

  /**
   * Sends one call and records it. Aborts it if the step ends early.
   * @param asRequest the call as a request, for the report.
   * @throws {ApiError} NETWORK_ERROR with status 0 if there is no reply; the signal's reason if the step ends early.
   */
  async send<R extends CallResponse>(
    asRequest: () => HttpRequest,
    call: (signal: AbortSignal) => Promise<R>,
  ): Promise<R> {
    this.signal.throwIfAborted()
    const startTime = performance.now()
    try {
      const response = await call(this.signal)
      const ms = performance.now() - startTime
      const copy = response.clone()
      const { status } = copy
      let read: Promise<string> | undefined
      // After a timeout, the body may never be read completely.
      const text = () => {
        read ??= copy.text().catch(() => '')
        return read
      }
      this.#latest = async () => ({ curl: curlOf(asRequest()), status, reply: shownReply(await text()) })
      this.#violation = async () => violationIn(asRequest(), status, await text())
      this.#trace(async () =>
        tracedCall(asRequest(), { status, ms, reply: shownReply(await text(), TRACED) }),
      )
      return response
    } catch (error) {
      this.signal.throwIfAborted()
      const reason = connectionFailure(error)
      if (reason === null) throw error
      this.#latest = async () => ({ curl: curlOf(asRequest()), status: 0, reply: reason })
      this.#violation = async () => null
      const ms = performance.now() - startTime
      this.#trace(async () => tracedCall(asRequest(), { status: 0, ms, reply: reason }))
      throw new ApiError(NETWORK_ERROR, reason, 0)
    }
  }

  /** Begins at once, because a body that nobody reads is kept in memory. */
  #trace(trace: () => Promise<TracedCall>): void {
    if (this.#isTraced && this.#traced.length < MAX_TRACED) this.#traced.push(trace())
  }

  /** The first calls, in order; none unless they are traced. */
  traced(): Promise<TracedCall[]> {
    return Promise.all(this.#traced)
  }

  /** How the latest reply violates the documented API; null if it does not. */
  async violation(): Promise<string | null> {
    return this.#violation()
  }

  /** The latest call; null before the first. */
  async latest(): Promise<Exchange | null> {
    return this.#latest?.() ?? null
  }
}

/** Calls of a step in a trace: a step that plays a whole day would fill the report. */
const MAX_TRACED = 100
/** Characters of a reply in a trace. */
const TRACED = 2000

function tracedCall(
  request: HttpRequest,
  { status, ms, reply }: Pick<TracedCall, 'status' | 'ms' | 'reply'>,
): TracedCall {
  const { method = 'GET' } = request.init
  const call = `${method} ${new URL(request.url).pathname}`
  return { call, curl: curlOf(request), status, ms, reply }
}

function violationIn({ url, init }: HttpRequest, status: number, text: string): string | null {
  const { method = 'GET' } = init
  const { pathname } = new URL(url)
  const row = findRoute(method, pathname)
  const violation = row && violationOf(row.name, status, jsonOr(text, undefined))
  return violation ? `${method} ${pathname}: ${violation}` : null
}

function curlOf({ url, init }: HttpRequest): string {
  const body = typeof init.body === 'string' ? { body: withoutSecrets(init.body) } : {}
  const inWord = (text: string) => quotedExcept(SECRET_VARIABLES, text)
  return asCurl(url.replace(/([?&]token=)[^&]+/, '$1$TOKEN'), { ...init, ...body }, inWord)
}

/** Assigns each call to the step that made it, because steps also run in parallel and in the background. */
const current = new AsyncLocalStorage<StepCalls>()

/** Runs work whose calls belong to a step. */
export const inStep = <T>(calls: StepCalls, work: () => Promise<T>): Promise<T> => current.run(calls, work)

/** What stands for the current step; undefined outside a step of the file. */
export function currentStep(): object | undefined {
  const calls = current.getStore()
  return calls?.isStep ? calls : undefined
}

/** Aborts when the current step ends early; undefined outside a step. */
export const stepSignal = (): AbortSignal | undefined => current.getStore()?.signal

/** Wraps a fetch so that its requests belong to the current step ({@link StepCalls.send}). */
export function stepFetch(inner: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    const calls = current.getStore()
    if (!calls) return inner(input, init)
    const asRequest = () => ({ url: String(input), init })
    return calls.send(asRequest, (signal) => inner(input, { ...init, signal }))
  }
}

/**
 * Wraps a transport so that its calls belong to the current step ({@link StepCalls.send}).
 * @param baseUrl the server's address, for the report.
 */
export function stepTransport(inner: Transport, baseUrl: string): Transport {
  return async (name, parts, context) => {
    const calls = current.getStore()
    if (!calls) return inner(name, parts, context)
    const asRequest = () => httpRequest(baseUrl, name, parts, context)
    return calls.send(asRequest, (signal) => inner(name, parts, { ...context, signal }))
  }
}

/** Error codes of connections that could not be opened. */
const CONNECT_ERRORS = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/** Why there was no reply, as a sentence; null for another kind of error. */
function connectionFailure(error: unknown): string | null {
  const chain = causesOf(error)
  if (chain.some(({ name }) => name === 'TimeoutError')) return 'No response arrived in time'
  if (!chain.some((each) => each instanceof TypeError && each.message === 'fetch failed')) return null
  const problem = connectionProblem(error)
  if (problem) return `Cannot connect: ${problem.reason}`
  const codes = chain.map((each) => (each as NodeJS.ErrnoException).code ?? '')
  return codes.some((code) => CONNECT_ERRORS.includes(code))
    ? 'No server answers at this address'
    : 'The connection was lost'
}
