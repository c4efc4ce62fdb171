import { transportOf } from '@inkling/mock-server/contract/client/client'
import type { CallResponse } from '@inkling/mock-server/contract/client/transport'
import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { findRoute } from '@inkling/mock-server/contract/table/routes'
import type { RunEvent, StepResult } from '../runner/reports/report.ts'
import { currentStep } from '../runner/steps/calls/made-calls.ts'
import type { Target } from '../runner/targets/target.ts'
import { jsonOr } from '../text/json.ts'

/** A documented call and its reply. */
export interface RecordedReply {
  readonly name: EndpointName
  readonly status: number
  /** The JSON body, or the text if it is not JSON. */
  readonly body: unknown
  /** What tells the step that made it from others that run at the same time. */
  readonly by: object
}

export interface RecordedStep {
  readonly step: StepResult
  /** Those of steps that run at the same time: one step after another, each in the order in which it makes them. */
  readonly calls: readonly RecordedReply[]
}

interface SentCall {
  /** Null until it arrives. */
  reply: RecordedReply | null
  readonly by: object
}

/** Records the replies of a server while a scenario runs on it, step by step. */
export class Transcript {
  readonly steps: RecordedStep[] = []
  /** In the order in which they were sent. */
  #calls: SentCall[] = []

  /** The target, with its replies recorded. */
  watch(target: Target): Target {
    const send = transportOf(target)
    return {
      ...target,
      fetch: async (input, init) => {
        const row = findRoute(init?.method ?? 'GET', new URL(String(input)).pathname)
        return this.#record(row?.name, () => target.fetch(input, init))
      },
      transport: (name, parts, context) => {
        return this.#record(name, () => send(name, parts, context))
      },
    }
  }

  async #record<R extends CallResponse>(name: EndpointName | undefined, send: () => Promise<R>): Promise<R> {
    const by = currentStep()
    // Outside of steps, bots sign in, which takes more calls where they have been before.
    if (name === undefined || !endpoints[name].documented || !by) return send()
    const call: SentCall = { reply: null, by }
    this.#calls.push(call)
    const response = await send()
    call.reply = { name, status: response.status, body: await bodyOf(response.clone()), by }
    return response
  }

  /** Receives the runner's events. */
  readonly onEvent = (event: RunEvent): void => {
    if (event.type !== 'step-ended' || event.step.children.length > 0) return
    const answered = this.#calls.flatMap(({ reply }) => reply ?? [])
    const makers = [...new Set(this.#calls.map(({ by }) => by))]
    const calls = makers.flatMap((maker) => answered.filter(({ by }) => by === maker))
    this.steps.push({ step: event.step, calls })
    // A call of a step in the background belongs to the step in which its reply arrives.
    this.#calls = this.#calls.filter(({ reply }) => reply === null)
  }
}

async function bodyOf(response: CallResponse): Promise<unknown> {
  const text = await response.text()
  // A body that is not JSON is compared as text.
  return jsonOr(text, text)
}
