import { HEADER } from '@inkling/mock-server/contract/table/headers'
import type { Sketchbook } from '../bots/sketchbook.ts'
import { Alignment } from '../diff/alignment.ts'
import type { Scenario } from '../runner/language/language.ts'
import { valueAtPath } from '../runner/language/values/json-path.ts'
import type { Answer } from '../runner/steps/calls/exchange.ts'
import type { Target } from '../runner/targets/target.ts'
import type { PlayedStep, SocketStep } from './played-step.ts'
import { callOf, rowOf } from './played-step.ts'
import { Side } from './side.ts'

/** Where the replies of the two servers to a step differ. */
export interface Difference {
  /** Such as `status`, `error.code`, `$.chain[0].hidden` or `header cache-control`. */
  readonly place: string
  readonly expected: unknown
  readonly actual: unknown
  /** The reference's reply. */
  readonly answer: Answer
}

/** The headers that matter to a player: caching of private replies, and renewal of tokens. */
const HEADERS = [
  'cache-control',
  HEADER.gameTimeZone,
  HEADER.tokenDaysRemaining,
  HEADER.tokenRenewalSuggested,
] as const
/** Headers that depend on the clock, which is the same on both only if it can be set. */
const OF_CLOCK = [HEADER.date] as const
/** Headers whose value differs: only their presence is compared. */
const PRESENT = [HEADER.tokenRenewed, 'retry-after'] as const

export interface Servers {
  /** Creates a reference in the state in which the target begins. */
  reference(clock: string | null): Promise<Target>
  /** Returns the target in the state in which it begins. */
  target(clock: string | null): Promise<Target>
  /** Whether both have the same seed and clock, so that ids, words and scores are equal. */
  readonly isExact: boolean
  /** What tells the devices from those that were used before on a server that remembers deleted accounts. */
  readonly run?: string
}

export interface PairOptions {
  readonly servers: Servers
  readonly sketchbook: Sketchbook
  /** The seed of both servers, if they have the same. */
  readonly serverSeed: string
  readonly players: readonly string[]
  /** What tells its bots from those of other beginnings. */
  readonly beginning: string
  /** The time at the first step; null if the clock cannot be set. */
  readonly clock: string | null
}

const NO_MESSAGE: Answer = { status: 200, headers: {}, body: null, error: null }

type Note = (step: PlayedStep, answer: Answer) => PlayedStep

export interface Performed {
  readonly step: PlayedStep
  readonly answer: Answer
  readonly difference: Difference | null
  /** Whether the servers have done what the API leaves open in different ways: their next replies cannot be compared. */
  readonly isParted?: true
}

interface PastStep {
  readonly step: PlayedStep
  /** The order in which the reference performs a race. */
  readonly isReversed: boolean
  /** The target's reply. */
  readonly actual: Answer
}

/** How many of the last races may explain a difference, which may show only later. */
const MAX_RACES = 4

/** The reference and the target, which perform the same steps from the same beginning. */
export class Pair {
  readonly bots: Bots
  readonly #options: PairOptions
  #reference: Side
  readonly #target: Side
  #alignment: Alignment
  /** The steps so far. */
  readonly #performed: PastStep[] = []
  /** How many faults are still to make a call fail. */
  #faults = 0

  private constructor(options: PairOptions, bots: Bots, reference: Side, target: Side) {
    this.#options = options
    this.bots = bots
    this.#reference = reference
    this.#target = target
    this.#alignment = this.#newAlignment()
  }

  static async open(options: PairOptions): Promise<Pair> {
    const bots = botsOf(options)
    const target = await openSide(options, bots, 'target')
    return new Pair(options, bots, await openSide(options, bots, 'reference'), target)
  }

  /** Whether both servers can be restarted. */
  get canRestart(): boolean {
    return [this.#reference, this.#target].every(({ session }) => session.target.restart !== undefined)
  }

  /** The ids of the bots on the reference, by name. */
  get ids(): Map<string, string> {
    const { players } = this.#reference.session
    return new Map(players.map(({ bot, values }) => [bot.name, String(values.userId)]))
  }

  /**
   * Performs a step on both.
   * @param note returns the step with what it is to capture from the reference's reply.
   * @returns the noted step, the reference's reply, and the first difference; null if a server cannot perform the step.
   */
  async perform(step: PlayedStep, note: Note = (performed) => performed): Promise<Performed | null> {
    const answers = isLook(step) ? await this.#messages(step) : await this.#answers(step)
    if (answers === null) return null
    const [expected, actual] = answers
    const found = this.#compare(step, expected, actual)
    this.#performed.push({ step, isReversed: false, actual })
    const explained = found && (await this.#inAnotherOrder())
    const answer = explained ?? expected
    const noted = note(step, answer)
    this.#performed.push({ ...(this.#performed.pop() as PastStep), step: noted })
    if ('capture' in noted && noted !== step) {
      this.#reference.capture(noted.capture ?? {}, answer)
      this.#target.capture(noted.capture ?? {}, actual)
    }
    const isOpen = (difference: Difference) =>
      isMatchedApart(step, actual) || this.#isSentAfterRace(step, difference) || this.#isOtherBest(difference)
    if (found && !explained && isOpen(found)) return { step: noted, answer, difference: null, isParted: true }
    const difference = (explained ? null : found) ?? this.#failure(step, answer, actual)
    return { step: noted, answer, difference }
  }

  /**
   * Whether a single reply of a race is another one, with the same status, and all that is seen afterwards is as it must
   * be. A call that changes nothing may see a part from before the other call and a part from after it
   * (API.md, Requests and responses).
   */
  #isReadBetween(step: PlayedStep, answer: Answer, targetAnswer: Answer, alignment: Alignment): boolean {
    if (!('parallel' in step) || isMatchedApart(step, targetAnswer)) return false
    const [one, other] = [answer, targetAnswer].map(({ body }) => body as { status: number }[])
    const differing = [...(one ?? []).keys()].filter(
      (at) => alignment.differing(one?.[at], other?.[at]).length > 0,
    )
    const [at = step.parallel.length] = differing
    return differing.length === 1 && at < step.parallel.length && one?.[at]?.status === other?.[at]?.status
  }

  /**
   * Whether a step looks at what phones were sent since a race: what is due after its first call may be pointless after
   * the second, and the messages go out beside the calls (API.md, Notification times).
   */
  #isSentAfterRace(step: PlayedStep, { place }: Difference): boolean {
    if (rowOf(step) !== 'getOutbox' || !place.startsWith('$.items')) return false
    const before = this.#performed.slice(0, -1).map((past) => past.step)
    const last = before.findLastIndex((each) => rowOf(each) === 'getOutbox')
    return before.slice(last + 1).some((each) => 'parallel' in each)
  }

  /** Whether another guess is the best because the words of the two servers are different. */
  #isOtherBest({ place, expected, actual }: Difference): boolean {
    const areGuesses = typeof expected === 'string' && typeof actual === 'string'
    return !this.#options.servers.isExact && areGuesses && place.endsWith('.selectedBestGuess')
  }

  /** A failure of both servers that no fault has asked for. */
  #failure(step: PlayedStep, answer: Answer, targetAnswer: Answer): Difference | null {
    if ('fault' in step && FAILING.test(JSON.stringify(step.fault))) this.#faults++
    const status = statusesOf(step, targetAnswer).find((each) => each >= 500)
    if (status === undefined) return null
    if (this.#faults > 0) {
      this.#faults--
      return null
    }
    return { place: 'status', expected: status, actual: status, answer }
  }

  /** Both replies to a step; null if a server cannot perform it. */
  async #answers(step: PlayedStep): Promise<[Answer, Answer] | null> {
    const actual = await this.#target.perform(step)
    const expected = await this.#reference.performInOrder(step)
    return expected && actual && [expected, actual]
  }

  /** The next message to a bot that listens, on both; null if there is none on either. */
  async #messages(step: SocketStep): Promise<[Answer, Answer] | null> {
    const expected = await this.#reference.nextMessage(step, false)
    const actual = await this.#target.nextMessage(step, expected !== null)
    return expected || actual ? [expected ?? NO_MESSAGE, actual ?? NO_MESSAGE] : null
  }

  /**
   * The calls of a race may have been done in the other order, which may show only later. Repeats everything on a new
   * reference, with one of the last races in the other order, and goes on with it if all replies are those of the target.
   * @returns the reference's reply to the last step; null if no order explains that of the target
   */
  async #inAnotherOrder(): Promise<Answer | null> {
    const races = [...this.#performed.keys()].filter((at) => 'parallel' in (this.#performed[at]?.step ?? {}))
    for (const race of races.reverse().slice(0, MAX_RACES)) {
      const past = this.#performed.map((each, at) =>
        at === race ? { ...each, isReversed: !each.isReversed } : each,
      )
      const reference = await openSide(this.#options, this.bots, 'reference')
      const alignment = this.#newAlignment(reference)
      const answer = await this.#explanation(past, reference, alignment)
      if (answer) {
        await this.#reference.close()
        this.#reference = reference
        this.#alignment = alignment
        this.#performed.splice(0, past.length, ...past)
        return answer
      }
      await reference.close()
    }
    return null
  }

  /** The reference's reply to the last step; null if one of its replies differs from the target's. */
  async #explanation(
    past: readonly PastStep[],
    reference: Side,
    alignment: Alignment,
  ): Promise<Answer | null> {
    let answer: Answer | null = null
    for (const { step, isReversed, actual } of past) {
      answer = isLook(step)
        ? ((await reference.nextMessage(step, false)) ?? NO_MESSAGE)
        : await reference.performInOrder(step, isReversed)
      if (!answer || this.#compare(step, answer, actual, alignment)) return null
    }
    return answer
  }

  /** The first difference of two replies; null if there is none, or if a call has read between two changes. */
  #compare(
    step: PlayedStep,
    answer: Answer,
    targetAnswer: Answer,
    alignment = this.#alignment,
  ): Difference | null {
    const found = (place: string, expected: unknown, actual: unknown): Difference => ({
      place,
      expected,
      actual,
      answer,
    })
    if (answer.error?.code !== targetAnswer.error?.code)
      return found('error.code', answer.error?.code ?? null, targetAnswer.error?.code ?? null)
    if (answer.status !== targetAnswer.status) return found('status', answer.status, targetAnswer.status)
    const [first] = alignment.differing(answer.body, targetAnswer.body)
    if (first)
      return this.#isReadBetween(step, answer, targetAnswer, alignment) ? null : found(first[0], ...first[1])
    const { isExact } = this.#options.servers
    for (const name of isExact ? [...HEADERS, ...OF_CLOCK] : HEADERS) {
      const [one, other] = [answer.headers[name], targetAnswer.headers[name]]
      if (one !== other) return found(`header ${name}`, one ?? null, other ?? null)
    }
    for (const name of PRESENT) {
      const [one, other] = [name in answer.headers, name in targetAnswer.headers]
      if (one !== other) return found(`header ${name}`, one, other)
    }
    return null
  }

  #newAlignment(reference = this.#reference): Alignment {
    const { baseUrl } = reference.session.target
    const { isExact } = this.#options.servers
    return new Alignment({
      isExact,
      ...(!isExact && { isChance: isChanceScore }),
      addresses: [baseUrl, this.#target.session.target.baseUrl],
    })
  }

  async close(): Promise<void> {
    await Promise.all([this.#reference.close(), this.#target.close()])
  }
}

/** Whether a step looks at the next message to a bot. */
const isLook = (step: PlayedStep): step is SocketStep => 'socket' in step && step.expect !== undefined

type Bots = NonNullable<Scenario['bots']>

/**
 * The bots of a beginning. A server that is reset still remembers deleted accounts, and gives their devices other ids: each
 * beginning there has devices of its own. On other servers, the bots are always new players.
 */
export const botsOf = ({
  players,
  beginning,
  servers,
}: Pick<PairOptions, 'players' | 'beginning' | 'servers'>): Bots => {
  const suffix = (beginning + (servers.run ? `-${servers.run}` : '')).replace(/[^\w-]+/g, '-')
  return Object.fromEntries(
    players.map((name) => [name, servers.isExact ? { device: `device_of_${name}_${suffix}` } : {}]),
  )
}

/** Opens one side. */
const openSide = async (
  { servers, sketchbook, serverSeed, beginning, clock }: PairOptions,
  bots: Bots,
  which: 'reference' | 'target',
): Promise<Side> =>
  Side.open({
    ...{ sketchbook, bots },
    seed: servers.isExact ? serverSeed : beginning,
    isInRealTime: !servers.isExact,
    target: await servers[which](clock),
  })

/** The faults that make a call fail. */
const FAILING = /"status":5/

/** Whether both servers fail, which is never right. */
export const isFailure = ({ place, expected, actual }: Difference): boolean =>
  place === 'status' && expected === actual

/** The status of a reply, or those of several. */
const statusesOf = (step: PlayedStep, { status, body }: Answer): number[] =>
  'parallel' in step ? (body as { status: number }[]).map((each) => each.status) : [status]

/**
 * Whether two players who jump in at once have got different games: each may, although one after another they would get the
 * same (API.md, The day).
 */
function isMatchedApart(step: PlayedStep, { body }: Answer): boolean {
  if (!('parallel' in step) || step.parallel.some((each) => callOf(each).call !== 'jump-in')) return false
  const games = step.parallel.map((_, at) => valueAtPath(body, `$[${at}].body.gameId`))
  return games.every((game) => typeof game === 'string') && new Set(games).size === games.length
}

/** Whether two scores differ because the words do: of a guess that is exactly right on neither server. */
const isChanceScore = (key: string, one: unknown, other: unknown): boolean =>
  key === 'similarityScore'
    ? one !== 100 && other !== 100
    : SCORED.test(key) && one !== 'EXACT' && other !== 'EXACT'
const SCORED = /^(matchCategory|categoryMessage|matchType)$/

/** What makes two differences the same find: the call and the place, whatever the player and the position. */
export const kindOf = (step: PlayedStep, { place, expected, actual }: Difference): string => {
  const what = rowOf(step) ?? (Object.keys(step)[0] as string)
  const codes = place === 'error.code' || place === 'status' ? ` ${expected} ${actual}` : ''
  return `${what} ${place.replace(/\[\d+\]/g, '[]')}${codes}`
}
