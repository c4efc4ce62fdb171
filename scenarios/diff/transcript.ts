import { type EndpointName, endpoints } from '@inkling/mock-server/contract/endpoints'
import type { RunEvent, StepResult } from '../runner/reports/report.ts'
import { endpointOf } from '../runner/targets/endpoint-of.ts'
import type { Target } from '../runner/targets/target.ts'

/** A documented call and its reply. */
export interface Heard {
  readonly name: EndpointName
  readonly status: number
  /** The JSON body, or the text if it is not JSON. */
  readonly body: unknown
}

export interface HeardStep {
  readonly step: StepResult
  readonly calls: readonly Heard[]
}

/** Records the replies of a server while a scenario runs on it, step by step. */
export class Transcript {
  readonly steps: HeardStep[] = []
  #calls: Heard[] = []

  /** The target, with its replies recorded. */
  watch(target: Target): Target {
    return {
      ...target,
      fetch: async (input, init) => {
        const response = await target.fetch(input, init)
        const row = endpointOf(init?.method ?? 'GET', new URL(String(input)).pathname)
        if (row && endpoints[row.name].documented) {
          const { name } = row
          this.#calls.push({ name, status: response.status, body: await bodyOf(response.clone()) })
        }
        return response
      },
    }
  }

  /** Receives the runner's events. */
  readonly onEvent = (event: RunEvent): void => {
    if (event.type !== 'step-ended' || event.step.children.length > 0) return
    this.steps.push({ step: event.step, calls: this.#calls })
    this.#calls = []
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    // A body that is not JSON is compared as text.
    return text
  }
}
