import { transportOf } from '@inkling/mock-server/contract/client/client'
import type { CallResponse } from '@inkling/mock-server/contract/client/transport'
import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { findRoute } from '@inkling/mock-server/contract/table/routes'
import type { RunEvent, StepResult } from '../runner/reports/report.ts'
import type { Target } from '../runner/targets/target.ts'

/** A documented call and its reply. */
export interface RecordedReply {
  readonly name: EndpointName
  readonly status: number
  /** The JSON body, or the text if it is not JSON. */
  readonly body: unknown
}

export interface RecordedStep {
  readonly step: StepResult
  readonly calls: readonly RecordedReply[]
}

/** Records the replies of a server while a scenario runs on it, step by step. */
export class Transcript {
  readonly steps: RecordedStep[] = []
  #calls: RecordedReply[] = []

  /** The target, with its replies recorded. */
  watch(target: Target): Target {
    const send = transportOf(target)
    return {
      ...target,
      fetch: async (input, init) => {
        const response = await target.fetch(input, init)
        const row = findRoute(init?.method ?? 'GET', new URL(String(input)).pathname)
        if (row) await this.#record(row.name, response)
        return response
      },
      transport: async (name, parts, context) => {
        const response = await send(name, parts, context)
        await this.#record(name, response)
        return response
      },
    }
  }

  async #record(name: EndpointName, response: CallResponse): Promise<void> {
    if (!endpoints[name].documented) return
    this.#calls.push({ name, status: response.status, body: await bodyOf(response.clone()) })
  }

  /** Receives the runner's events. */
  readonly onEvent = (event: RunEvent): void => {
    if (event.type !== 'step-ended' || event.step.children.length > 0) return
    this.steps.push({ step: event.step, calls: this.#calls })
    this.#calls = []
  }
}

async function bodyOf(response: CallResponse): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    // A body that is not JSON is compared as text.
    return text
  }
}
