import type { Sketchbook } from '../bots/sketchbook.ts'
import { PLAYER_CALLS } from '../runner/language/call-names.ts'
import type { Scenario } from '../runner/language/language.ts'
import type { StepOf } from '../runner/language/steps.ts'
import { valueAtPath } from '../runner/language/values/json-path.ts'
import { UnknownVariable } from '../runner/language/values/variables.ts'
import { adminAnswer } from '../runner/steps/admin-step.ts'
import type { Answer } from '../runner/steps/calls/exchange.ts'
import { performClock } from '../runner/steps/control-steps.ts'
import { httpAnswer } from '../runner/steps/http-step.ts'
import { callAs } from '../runner/steps/player.ts'
import { Session } from '../runner/steps/session.ts'
import { failure, StepFailure } from '../runner/steps/step-failure.ts'
import type { Target } from '../runner/targets/target.ts'

/** Calls that players make at the same moment. */
export interface Race {
  readonly parallel: CallStep[]
}
/** A call of a bot or an admin, or a request. */
export type CallStep = StepOf<'bot' | 'admin' | 'http'>
/** The steps of an exploration. */
export type PlayedStep = CallStep | StepOf<'clock'> | Race

export interface SideOptions {
  readonly target: Target
  readonly sketchbook: Sketchbook
  readonly seed: string
  readonly scenario: Pick<Scenario, 'bots' | 'vars'>
}

/** One of the two servers of an exploration. Both perform the same steps, each with its own ids, codes and tokens. */
export class Side {
  readonly session: Session

  private constructor({ target, sketchbook, seed, scenario }: SideOptions) {
    const signal = new AbortController().signal
    const loaded = { scenario: { version: 1 as const, name: '', steps: [], ...scenario }, assets: new Map() }
    this.session = new Session(loaded, { target, sketchbook, seed, env: {}, signal })
  }

  /** Connects to a server and signs in the bots. */
  static async open(options: SideOptions): Promise<Side> {
    const side = new Side(options)
    for (const [name, settings] of Object.entries(options.scenario.bots ?? {})) {
      await side.session.addBot(name, settings)
    }
    return side
  }

  /** @returns the reply; null if the step refers to something that does not exist here. */
  async perform(step: PlayedStep): Promise<Answer | null> {
    if ('parallel' in step)
      return together(await Promise.all(step.parallel.map((each) => this.perform(each))))
    try {
      const answer = await this.#answerTo(step)
      if ('capture' in step && answer.error === null) this.capture(step.capture ?? {}, answer)
      return answer
    } catch (error) {
      if (error instanceof UnknownVariable || error instanceof StepFailure) return null
      throw error
    }
  }

  /** Performs the calls of a race one after another, the last one first if `isReversed`. */
  async performInOrder({ parallel }: Race, isReversed: boolean): Promise<Answer | null> {
    const answers: (Answer | null)[] = []
    for (const at of isReversed ? [...parallel.keys()].reverse() : parallel.keys()) {
      answers[at] = await this.perform(parallel[at] as CallStep)
    }
    return together(answers)
  }

  async #answerTo(step: Exclude<PlayedStep, Race>): Promise<Answer> {
    const { session } = this
    if ('admin' in step) return adminAnswer(step, session)
    if ('http' in step) return httpAnswer(step, session)
    if ('clock' in step) {
      const now = await performClock(step, session)
      return { status: 200, headers: {}, body: { now }, error: null }
    }
    const row = PLAYER_CALLS.get(step.do)
    if (!row) throw failure(`there is no call '${step.do}'`, ['do'])
    const fields = session.variables.fill(step.with ?? {})
    return callAs(session.player(String(step.bot)), row, fields, session.access)
  }

  /** Sets variables to what a reply contains at these paths. */
  capture(capture: Readonly<Record<string, string>>, { body }: Answer): void {
    for (const [name, path] of Object.entries(capture)) {
      const value = valueAtPath(body, path)
      if (value !== undefined) this.session.variables.capture(name, value)
    }
  }

  async close(): Promise<void> {
    this.session.close()
    await this.session.target.close()
  }
}

/** The replies of a race as one; null if one of its calls cannot be made. */
function together(answers: readonly (Answer | null)[]): Answer | null {
  if (answers.includes(null)) return null
  const body = answers.map((answer) => ({ status: answer?.status, body: answer?.body }))
  return { status: 200, headers: {}, body, error: null }
}
