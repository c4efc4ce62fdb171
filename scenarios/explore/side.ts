import { setTimeout as pause } from 'node:timers/promises'
import { NETWORK_ERROR } from '@inkling/mock-server/contract/client/api-error'
import { type Client, clientOf } from '@inkling/mock-server/contract/client/client'
import { DEFAULT_TIME_ZONE } from '@inkling/mock-server/contract/constants'
import { dayAt } from '@inkling/mock-server/rules/time/day'
import type { Sketchbook } from '../bots/sketchbook.ts'
import { PLAYER_CALLS } from '../runner/language/call-names.ts'
import type { Scenario } from '../runner/language/language.ts'
import { valueAtPath } from '../runner/language/values/json-path.ts'
import { UnknownVariable } from '../runner/language/values/variables.ts'
import { adminAnswer } from '../runner/steps/admin-step.ts'
import type { Answer } from '../runner/steps/calls/exchange.ts'
import { performClock, performFault, performServer } from '../runner/steps/control-steps.ts'
import { httpAnswer } from '../runner/steps/http-step.ts'
import { callAs } from '../runner/steps/player.ts'
import { Session } from '../runner/steps/session.ts'
import { failure, StepFailure } from '../runner/steps/step-failure.ts'
import type { Listening, Target } from '../runner/targets/target.ts'
import { PICTURES } from './pictures.ts'
import { isRead, type PlayedStep, type Race, type SocketStep } from './played-step.ts'

export interface SideOptions {
  readonly target: Target
  readonly sketchbook: Sketchbook
  readonly seed: string
  readonly bots: NonNullable<Scenario['bots']>
  /** Whether time passes by itself, as the clock of the target cannot be set. */
  readonly isInRealTime: boolean
}

/** One of the two servers of an exploration. Both perform the same steps, each with its own ids, codes and tokens. */
export class Side {
  readonly session: Session
  readonly #admin: Client
  /** The time on the server when the bots signed in. */
  #openedAt = ''
  /** The latest day on the server. */
  #day = ''
  #hasDeletedAccounts = false
  readonly #isInRealTime: boolean
  /** When the last reply came, in milliseconds. */
  #repliedAt = 0
  /** How many connections are still to break. */
  #losses = 0

  private constructor({ bots, isInRealTime, ...options }: SideOptions) {
    this.#isInRealTime = isInRealTime
    const signal = new AbortController().signal
    const scenario = { version: 1 as const, name: '', vars: PICTURES, bots, steps: [] }
    this.session = new Session({ scenario, assets: new Map() }, { ...options, env: {}, signal })
    this.#admin = clientOf(this.session.access)
  }

  /** Connects to a server and signs in the bots. */
  static async open(options: SideOptions): Promise<Side> {
    const side = new Side(options)
    for (const [name, settings] of Object.entries(options.bots)) {
      await side.session.addBot(name, settings)
    }
    if (side.session.target.controls) side.#openedAt = (await side.#admin.getClock()).now
    side.#day = side.#dayAt(side.#openedAt)
    return side
  }

  /** @returns the reply; null if the step refers to something that does not exist here. */
  async perform(step: PlayedStep): Promise<Answer | null> {
    if ('parallel' in step) {
      if (!this.#canPerform(step)) return null
      const answers = await Promise.all(step.parallel.map((each) => this.perform(each)))
      return this.#together(answers, step)
    }
    if (this.#isInRealTime) await this.#nextMoment()
    try {
      const answer = settled(step, await this.#answerTo(step))
      if (!isRead(step) && !('socket' in step)) await this.#send()
      if ('do' in step && step.do === 'delete-account' && !answer.error) this.#hasDeletedAccounts = true
      if ('clock' in step) await this.#cleanUp(String(valueAtPath(answer.body, '$.now')))
      if ('capture' in step && answer.error === null) this.capture(step.capture ?? {}, answer)
      return answer
    } catch (error) {
      if (error instanceof UnknownVariable || error instanceof StepFailure) return null
      // Each kind of access has its own error for a connection that breaks.
      if (this.#losses === 0) throw error
      this.#losses--
      return { status: 0, headers: {}, body: LOST, error: LOST.error }
    } finally {
      this.#repliedAt = Date.now()
    }
  }

  /** Waits until a millisecond has passed since the last reply: what is sorted by time has an order on each server. */
  async #nextMoment(): Promise<void> {
    while (Date.now() <= this.#repliedAt + 1) await pause(1)
  }

  /** Sends the messages that are due. A server does so at a time of its own, at which they may no longer be of use. */
  async #send(): Promise<void> {
    if (this.session.target.controls) await this.#admin.getOutbox()
  }

  /** Waits on a new day until what is left of deleted and unused accounts is gone. A server removes it once a day, at any time. */
  async #cleanUp(now: string): Promise<void> {
    const day = this.#dayAt(now)
    if (day === this.#day) return
    this.#day = day
    if (this.#hasDeletedAccounts || Date.parse(now) - Date.parse(this.#openedAt) > UNUSED_MS)
      await this.#admin.triggerDailyGames()
  }

  #dayAt(now: string): string {
    return now === '' ? '' : dayAt(now, this.session.target.timeZone ?? DEFAULT_TIME_ZONE)
  }

  /** Performs the calls of a race one after another, the last one first if `isReversed`; any other step as ever. */
  async performInOrder(step: PlayedStep, isReversed = false): Promise<Answer | null> {
    if (!('parallel' in step)) return this.perform(step)
    if (!this.#canPerform(step)) return null
    const answers: (Answer | null)[] = []
    const order = [...step.parallel.entries()]
    for (const [at, call] of isReversed ? order.reverse() : order) answers[at] = await this.perform(call)
    return this.#together(answers, step)
  }

  /** Whether all that the calls of a race refer to exists: otherwise none of them is made. */
  #canPerform({ parallel }: Race): boolean {
    try {
      this.session.variables.fill(parallel)
      return true
    } catch (error) {
      if (error instanceof UnknownVariable) return false
      throw error
    }
  }

  /** The replies of a race, and what is seen after it, as one; null if one of its calls cannot be made. */
  async #together(answers: readonly (Answer | null)[], { then }: Race): Promise<Answer | null> {
    if (answers.includes(null)) return null
    const seen: (Answer | null)[] = []
    for (const step of then) seen.push(await this.perform(step))
    return answerWith([...answers, ...seen].map((answer) => ({ status: answer?.status, body: answer?.body })))
  }

  /** The next message to a bot that listens, as a reply; null if none arrives in time. */
  async nextMessage({ as }: SocketStep, mustCome: boolean): Promise<Answer | null> {
    const { listening } = this.session.player(as)
    if (!listening) return null
    const { inProcess, overNetwork } = SILENCE_MS
    const silence = this.session.target.transport === undefined ? overNetwork : inProcess
    const message = await nextWithin(listening, mustCome ? MESSAGE_MS : silence)
    return message ? answerWith(message) : null
  }

  async #listen({ as, with: given }: SocketStep): Promise<Answer> {
    const player = this.session.player(as)
    const { gameId } = this.session.variables.fill(given ?? {})
    player.listening?.close()
    player.listening = (await this.session.target.listen?.(String(gameId), player.bot.token ?? '')) ?? null
    if (player.listening === null || player.listening.isOpen)
      return answerWith({ listens: player.listening !== null })
    return answerWith(await nextWithin(player.listening, CLOSE_MS))
  }

  async #answerTo(step: Exclude<PlayedStep, Race>): Promise<Answer> {
    const { session } = this
    if ('admin' in step) return adminAnswer(step, session)
    if ('http' in step) return httpAnswer(step, session)
    if ('clock' in step) {
      return answerWith({ now: (await performClock(step, session)).instant })
    }
    if ('fault' in step && BREAKING.test(JSON.stringify(step.fault))) this.#losses++
    if ('fault' in step) return answerWith(await performFault(step, session))
    if ('server' in step) return answerWith(await performServer(step, session))
    if ('socket' in step) return this.#listen(step)
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

/** The next message, or null. */
async function nextWithin(listening: Listening, ms: number): Promise<unknown> {
  const end = new AbortController()
  // Unlike that of AbortSignal.timeout, this timer keeps the process alive.
  const timer = setTimeout(() => end.abort(), ms)
  try {
    return await listening.next(end.signal)
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** The lists of an export, and the field with the time of each item. The API names no order. */
const EXPORTED = { blocks: 'since', reports: 'at', pushTokens: 'createdAt', decisions: 'at' } as const

/** A reply without what depends on how far the sending of messages has come, and without orders that the API leaves open. */
function settled(step: PlayedStep, answer: Answer): Answer {
  if ('do' in step && step.do === 'export-account') {
    const { messages: _, ...body } = answer.body as Record<string, unknown>
    for (const [list, at] of Object.entries(EXPORTED)) {
      const items = body[list]
      if (Array.isArray(items))
        body[list] = items.toSorted((a, b) => String(a?.[at]).localeCompare(String(b?.[at])))
    }
    return { ...answer, body }
  }
  const items = 'http' in step ? valueAtPath(answer.body, '$.items') : undefined
  if (!Array.isArray(items)) return answer
  const text = (item: unknown) => JSON.stringify(item)
  return { ...answer, body: { items: items.toSorted((a, b) => text(a).localeCompare(text(b))) } }
}

const answerWith = (body: unknown): Answer => ({ status: 200, headers: {}, body, error: null })

/** The faults that break a connection. */
const BREAKING = /"(drop|loseResponse)"/
const LOST = { error: { code: NETWORK_ERROR, message: 'the response is lost' } }

/** After this time, accounts may count as unused (API.md, Account). */
const UNUSED_MS = 29 * 24 * 3_600_000

/** How long to wait for a message that must come, and for one that must not. */
const MESSAGE_MS = 2000
const SILENCE_MS = { inProcess: 4, overNetwork: 40 } as const
/** The time for a socket that is not accepted to close. */
const CLOSE_MS = 2000
