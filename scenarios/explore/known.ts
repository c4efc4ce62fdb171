import type { Random } from '@inkling/fixtures/random'
import { TOKEN } from '@inkling/mock-server/contract/constants'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { plus } from '@inkling/mock-server/rules/time/instant'
import { valueAtPath } from '../runner/language/values/json-path.ts'
import type { Answer } from '../runner/steps/calls/exchange.ts'
import { type Person, Persons } from './persons.ts'
import { callOf, inputOf, isRead, type PlayedStep } from './played-step.ts'
import { type Kind, type Things, thingsIn } from './things.ts'

/** Where the replies of calls contain such things. */
const FOUND_AT: readonly [calls: readonly string[], kind: Kind, path: string][] = [
  [
    ['today', 'jump-in', 'start-turn', 'create-mock-game', 'complete-user-game', 'yesterday'],
    'game',
    '$.gameId',
  ],
  [['create-group'], 'group', '$.id'],
  [['create-group', 'renew-group-code'], 'code', '$.code'],
  [['report'], 'report', '$.reportId'],
  [['create-move-code'], 'move', '$.code'],
  // A player's only device cannot be removed.
  [['devices', 'remove-device'], 'device', '$.devices[-2].id'],
  [['devices', 'remove-device'], 'device', '$.devices[1].id'],
  [['profile'], 'warning', '$.warning.at'],
]

const DAY_MS = 24 * 3_600_000
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** A thing that a reply has shown. */
interface Found {
  readonly kind: Kind
  /** What the variable contains on the reference. */
  readonly value: string
  /** The bot that saw it first; null for an admin. */
  readonly seenBy: string | null
}

/** What the replies of the reference have shown so far, from which plausible next steps are made. */
export class Known {
  /** The time of the reference. */
  now: string
  /** The latest moment that replies name, by the field: when a turn, a code or a suspension ends. */
  readonly #ends = new Map<string, string>()
  /** The latest `today` of each player; none if it was refused. */
  readonly today = new Map<string, Today>()
  readonly persons: Persons
  /** The guesses of each player's turn, as they stand in the steps. */
  readonly guesses = new Map<string, unknown[]>()
  readonly #latest = new Map<string, PlayedStep>()
  /** The submissions of turns, oldest first. */
  readonly submissions: PlayedStep[] = []
  /** The bots that listen to reactions. */
  readonly listeners = new Set<string>()
  /** The length of the chain of each completed game, by the game as it is written in steps. */
  readonly chains = new Map<string, number>()
  /** The games of each player, as they are written in steps, oldest first. */
  readonly #games = new Map<string, Set<string>>()
  /** The bots by their ids on the reference. */
  readonly #botOf: ReadonlyMap<string, string>
  /** What replies have shown, by its variable. */
  readonly #things = new Map<string, Found>()
  /** Steps with what they have captured. */
  readonly #capturing = new WeakMap<PlayedStep, PlayedStep>()
  /** The time zones of phones. */
  readonly zones = new Set<string>()

  /** @param userIds the ids of the bots on the reference, by name */
  constructor(now: string, userIds: ReadonlyMap<string, string>) {
    this.now = now
    this.#botOf = new Map([...userIds].map(([bot, userId]) => [userId, bot]))
    this.persons = new Persons(this.#botOf)
    this.#noteToken()
  }

  /** The host and the members of a group as it is written in steps; null if there is none. */
  circle(group: unknown): ReturnType<Persons['circle']> {
    return this.persons.circle(this.valueOf(group))
  }

  /** The kinds of person who perform a step. */
  personsOf(step: PlayedStep): Person[] {
    const { who } = callOf(step)
    if ('admin' in step) return ['admin']
    if ('http' in step) return [step.needs === 'controls' ? 'admin' : 'without a token']
    return who === null ? [] : this.persons.of(who, this.now, this.valueOf(inputOf(step).id))
  }

  /** The moments to come at which something ends, as far as replies name them. */
  get ends(): string[] {
    return [...this.#ends.values()].filter((end) => end > this.now)
  }

  /** When that ends which a step began; undefined if its reply has named no moment. */
  endOf(step: PlayedStep): string | undefined {
    const { call } = callOf(step)
    return call === null
      ? undefined
      : [...this.#ends].findLast(([field]) => field.startsWith(`${call} `))?.[1]
  }

  /** The last change of each player and of the admins, the most recent one at the end: to be repeated as after a lost reply. */
  get latest(): PlayedStep[] {
    return [...this.#latest.values()]
  }

  latestOf(by: string): PlayedStep | undefined {
    return this.#latest.get(by)
  }

  /** Often the most recent change, or the last one of anybody. */
  oneOfLatest(random: Random): PlayedStep {
    return random.chance(0.5) ? (this.latest.at(-1) as PlayedStep) : random.pick(this.latest)
  }

  /** The bots that held a turn when a player of their game last looked. */
  get holders(): string[] {
    const ids = new Set([...this.today.values()].map((today) => valueAtPath(today, '$.currentTurn.userId')))
    return [...ids].flatMap((id) => this.#botOf.get(String(id)) ?? [])
  }

  /** What a variable contains on the reference. */
  valueOf(variable: unknown): string | undefined {
    return this.#things.get(String(variable))?.value
  }

  /** What a step is about. */
  thingsOf(step: PlayedStep): Things {
    return thingsIn(this.#capturing.get(step) ?? step)
  }

  /** The bots whose ids a reply contains. */
  botsIn(body: unknown): string[] {
    const text = JSON.stringify(body ?? null)
    return [...this.#botOf].flatMap(([id, bot]) => (text.includes(`"${id}"`) ? [bot] : []))
  }

  /** Who has seen a thing first, as it is written in steps. */
  seerOf(variable: unknown): string | null | undefined {
    return this.#things.get(String(variable))?.seenBy
  }

  /** The bots who have seen that a game is theirs. */
  playersOf(game: unknown): string[] {
    return [...this.#games].flatMap(([bot, games]) => (games.has(String(game)) ? [bot] : []))
  }

  /** The variables that contain things of a kind, as they are written in steps. */
  variables(kind: Kind): readonly string[] {
    return [...this.#things].flatMap(([variable, found]) => (found.kind === kind ? [variable] : []))
  }

  /** Notes the reply to a step.
   * @returns the step, which captures what the reply shows for the first time. */
  note(step: PlayedStep, answer: Answer): PlayedStep {
    const { who, call } = callOf(step)
    if ('socket' in step && step.expect === undefined) this.listeners.add(step.as)
    if ('clock' in step) this.now = String(valueAtPath(answer.body, '$.now'))
    this.persons.note(step, answer)
    if (who !== null && call !== null) this.#notePlayer(who, call, step, answer)
    if ('admin' in step) this.#noteLatest('an admin', step)
    if (HEADER.tokenRenewed in answer.headers) this.#noteToken()
    if (call === null || answer.error !== null) return step
    this.#noteEnds(call, answer.body)
    if (call === 'game' || call === 'public-results') this.#noteChain(step, answer)
    const capture: Record<string, string> = {}
    for (const [calls, kind, path] of FOUND_AT) {
      const value = calls.includes(call) ? valueAtPath(answer.body, path) : undefined
      if (typeof value !== 'string' || this.#variableOf(kind, value)) continue
      const name = `${kind}${this.variables(kind).length + 1}`
      this.#things.set(`\${${name}}`, { kind, value, seenBy: who })
      capture[name] = path
    }
    if (who !== null && call === 'today') this.#noteOwnGame(who, answer)
    if (Object.keys(capture).length === 0) return step
    const capturing = { ...step, capture } as PlayedStep
    this.#capturing.set(step, capturing)
    return capturing
  }

  /** The latest completed games of a player with something in their chain. */
  chainsOf(who: string): string[] {
    return [...(this.#games.get(who) ?? [])].filter((game) => this.chains.get(game) !== 0).slice(-3)
  }

  /** The bots in a bot's game of today. */
  playersWith(bot: string): string[] {
    const { participants = [] } = (this.today.get(bot) ?? {}) as { participants?: { userId: string }[] }
    return participants.flatMap(({ userId }) => this.#botOf.get(userId) ?? [])
  }

  #variableOf(kind: Kind, value: unknown): string | undefined {
    return this.variables(kind).find((variable) => this.valueOf(variable) === value)
  }

  #noteEnds(field: string, value: unknown): void {
    if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) this.#noteEnds(`${field} ${name}`, inner)
    else if (typeof value === 'string' && INSTANT.test(value)) this.#ends.set(field, value)
  }

  #noteOwnGame(who: string, { body }: Answer): void {
    const game = this.#variableOf('game', valueAtPath(body, '$.gameId'))
    if (game !== undefined) this.#games.set(who, (this.#games.get(who) ?? new Set()).add(game))
  }

  #noteChain(step: PlayedStep, { body }: Answer): void {
    const { id, gameId = id } = inputOf(step)
    const chain = valueAtPath(body, '$.chain')
    if (typeof gameId === 'string' && Array.isArray(chain)) this.chains.set(gameId, chain.length)
  }

  #noteLatest(by: string, step: PlayedStep): void {
    if (isRead(step)) return
    // The most recent one is the last of the map.
    this.#latest.delete(by)
    this.#latest.set(by, step)
  }

  #noteToken(): void {
    this.#ends.set('token', plus(this.now, TOKEN.lifeDays * DAY_MS))
  }

  #notePlayer(who: string, call: string, step: PlayedStep, { error, body }: Answer): void {
    this.#noteLatest(who, step)
    if (call === 'today') this.today.delete(who)
    if (error !== null) return
    if (call === 'submit-turn') this.submissions.push(step)
    const { timeZone, guess } = inputOf(step)
    if (call === 'register-token' && timeZone !== undefined) this.zones.add(String(timeZone))
    if (call === 'today') this.today.set(who, body as Today)
    if (call === 'start-turn') this.guesses.set(who, [])
    if (call === 'submit-guess') this.guesses.set(who, [...(this.guesses.get(who) ?? []), guess])
  }
}
