import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { valueAtPath } from '../runner/language/values/json-path.ts'
import type { Answer } from '../runner/steps/calls/exchange.ts'
import { type Person, Persons } from './persons.ts'
import type { PlayedStep } from './played-step.ts'
import { callOf, isRead } from './played-step.ts'

/** The kinds of things that later steps refer to. */
export type Kind = 'game' | 'group' | 'code' | 'report' | 'move' | 'device' | 'warning'

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
  [['devices', 'remove-device'], 'device', '$.devices[-1].id'],
  [['profile'], 'warning', '$.warning.at'],
]

/** What the replies of the reference have shown so far, from which plausible next steps are made. */
export class Known {
  /** The time of the reference. */
  now: string
  /** When the latest turn ends; null if none was started. */
  expiresAt: string | null = null
  /** The latest `today` of each player; none if it was refused. */
  readonly today = new Map<string, Today>()
  readonly persons: Persons
  /** The guesses of each player's turn, as they stand in the steps. */
  readonly guesses = new Map<string, unknown[]>()
  /** Each player's last step that changed something, to be repeated as after a lost reply. */
  readonly latest = new Map<string, PlayedStep>()
  /** The submissions of turns, oldest first. */
  readonly submissions: PlayedStep[] = []
  /** The bots that listen to reactions. */
  readonly listeners = new Set<string>()
  /** The length of the chain of each completed game, by the game as it is written in steps. */
  readonly chains = new Map<string, number>()
  /** The games of each player, as they are written in steps, oldest first. */
  readonly #games = new Map<string, Set<string>>()
  readonly #variables = new Map<Kind, string[]>()
  /** The variable of each value, by its kind. */
  readonly #variableOf = new Map<string, string>()
  /** The value of each variable. */
  readonly #values = new Map<string, string>()

  /** @param userIds the ids of the bots on the reference, by name */
  constructor(now: string, userIds: ReadonlyMap<string, string>) {
    this.now = now
    this.persons = new Persons(new Map([...userIds].map(([bot, userId]) => [userId, bot])))
  }

  /** The host and the members of a group as it is written in steps; null if there is none. */
  circle(group: unknown): ReturnType<Persons['circle']> {
    return this.persons.circle(this.#values.get(String(group)))
  }

  /** The kinds of person who perform a step. */
  personsOf(step: PlayedStep): Person[] {
    const { who } = callOf(step)
    if ('admin' in step) return ['admin']
    if ('http' in step) return [step.needs === 'controls' ? 'admin' : 'without a token']
    const id = 'with' in step ? this.#values.get(String(step.with?.id)) : undefined
    return who === null ? [] : this.persons.of(who, this.now, id)
  }

  /** What a variable contains on the reference. */
  valueOf(variable: string): string | undefined {
    return this.#values.get(variable)
  }

  /** The variables that contain things of a kind, as they are written in steps. */
  variables(kind: Kind): readonly string[] {
    return this.#variables.get(kind) ?? []
  }

  /** Notes the reply to a step.
   * @returns the step, which captures what the reply shows for the first time. */
  note(step: PlayedStep, answer: Answer): PlayedStep {
    const { who, call } = callOf(step)
    if ('socket' in step && step.expect === undefined) this.listeners.add(step.as)
    if ('clock' in step) this.now = String(valueAtPath(answer.body, '$.now'))
    this.persons.note(step, answer)
    if (who !== null && call !== null) this.#notePlayer(who, call, step, answer)
    if (call === null || answer.error !== null) return step
    if (call === 'game' || call === 'public-results') this.#noteChain(step, answer)
    const capture: Record<string, string> = {}
    for (const [calls, kind, path] of FOUND_AT) {
      const value = calls.includes(call) ? valueAtPath(answer.body, path) : undefined
      if (typeof value !== 'string' || this.#variableOf.has(`${kind} ${value}`)) continue
      const names = this.#variables.get(kind) ?? []
      const name = `${kind}${names.length + 1}`
      this.#variables.set(kind, [...names, `\${${name}}`])
      this.#variableOf.set(`${kind} ${value}`, `\${${name}}`)
      this.#values.set(`\${${name}}`, value)
      capture[name] = path
    }
    if (who !== null && call === 'today') this.#noteOwnGame(who, answer)
    return Object.keys(capture).length === 0 ? step : ({ ...step, capture } as PlayedStep)
  }

  /** The latest completed games of a player with something in their chain. */
  chainsOf(who: string): string[] {
    return [...(this.#games.get(who) ?? [])].filter((game) => this.chains.get(game) !== 0).slice(-3)
  }

  #noteOwnGame(who: string, { body }: Answer): void {
    const game = this.#variableOf.get(`game ${valueAtPath(body, '$.gameId')}`)
    if (game !== undefined) this.#games.set(who, (this.#games.get(who) ?? new Set()).add(game))
  }

  #noteChain(step: PlayedStep, { body }: Answer): void {
    const gameId = 'with' in step ? (step.with?.gameId ?? step.with?.id) : undefined
    const chain = valueAtPath(body, '$.chain')
    if (typeof gameId === 'string' && Array.isArray(chain)) this.chains.set(gameId, chain.length)
  }

  #notePlayer(who: string, call: string, step: PlayedStep, { error, body }: Answer): void {
    if (!isRead(step)) {
      // The most recent one is the last of the map.
      this.latest.delete(who)
      this.latest.set(who, step)
    }
    if (call === 'today') this.today.delete(who)
    if (error !== null) return
    if (call === 'submit-turn') this.submissions.push(step)
    if (call === 'today') this.today.set(who, body as Today)
    if (call === 'start-turn') {
      this.guesses.set(who, [])
      this.expiresAt = String(valueAtPath(body, '$.expiresAt'))
    }
    if (call === 'submit-guess' && 'with' in step)
      this.guesses.set(who, [...(this.guesses.get(who) ?? []), step.with?.guess])
  }
}
