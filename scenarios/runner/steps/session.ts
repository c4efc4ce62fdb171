import { createHash } from 'node:crypto'
import { type ServerAccess, transportOf } from '@inkling/mock-server/contract/client/client'
import { Bot } from '../../bots/bot.ts'
import { fastPace } from '../../bots/pace.ts'
import { PERSONAS } from '../../bots/personas.ts'
import type { Sketchbook } from '../../bots/sketchbook.ts'
import { RulesWatch } from '../../invariants/rules-watch.ts'
import { didYouMean } from '../../text/nearest.ts'
import type { LoadedScenario } from '../language/files/loaded-scenario.ts'
import { Variables } from '../language/values/variables.ts'
import type { Target, World } from '../targets/target.ts'
import { CallLog, stepFetch, stepTransport } from './calls/made-calls.ts'
import { NeverWatch } from './never.ts'
import { Player } from './player.ts'
import { failure, type Located, StepFailure } from './step-failure.ts'

export interface SessionOptions {
  readonly target: Target
  readonly sketchbook: Sketchbook
  readonly seed: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  /** Whether the report lists the calls of each step. */
  readonly isTraced?: boolean
}

/** One run of a scenario: its players, its variables, and what it must restore. */
export class Session {
  readonly target: Target
  readonly sketchbook: Sketchbook
  readonly seed: string
  readonly signal: AbortSignal
  readonly isTraced: boolean
  readonly #end = new AbortController()
  readonly variables: Variables
  readonly calls = new CallLog()
  /** The target, with its calls recorded. */
  readonly access: ServerAccess
  /** Whether only steps move the clock. */
  isClockFrozen = false
  /** Whether the clock must be restored. */
  touchedClock = false
  /** What no player may be sent. */
  readonly never = new NeverWatch()
  /** The observations of the `check` steps. */
  readonly rules: RulesWatch
  /** Saved worlds by name. */
  readonly worlds = new Map<string, World>()
  /** The world to restore at the end of the run; null if there is none. */
  worldBefore: World | null = null
  readonly #players = new Map<string, Player>()
  /** The background work of each bot. */
  readonly #background = new Map<string, Promise<unknown>[]>()
  /** Locates a failure of background work that still runs. */
  readonly #running = new Set<Located>()

  constructor(
    { scenario, assets }: Pick<LoadedScenario, 'scenario' | 'assets'>,
    { target, sketchbook, seed, env, signal, isTraced = false }: SessionOptions,
  ) {
    this.target = target
    this.sketchbook = sketchbook
    this.seed = seed
    this.signal = signal
    this.isTraced = isTraced
    const { baseUrl, adminKey } = target
    this.variables = new Variables(env, { target: baseUrl, ...scenario.vars }, assets)
    const access = {
      baseUrl,
      ...this.never.access({
        fetch: this.calls.watch(stepFetch(target.fetch)),
        transport: this.calls.watch(stepTransport(transportOf(target), baseUrl)),
      }),
      ...(adminKey !== undefined && { adminKey }),
    }
    this.rules = new RulesWatch(access, target.controls)
    this.access = { ...access, ...this.rules.memory.access(access) }
  }

  get players(): Player[] {
    return [...this.#players.values()]
  }

  get gameIds(): string[] {
    return [...new Set([...this.#players.values()].flatMap(({ gameIds }) => [...gameIds]))]
  }

  /** The player for a bot's name, or for a variable that contains one. */
  player(reference: string): Player {
    const [player, ...others] = this.playersOf(reference)
    if (!player || others.length > 0) throw failure(`'${reference}' must be one bot`)
    return player
  }

  /** The players for names and variables. A variable may contain a list of names. */
  playersOf(references: string | readonly string[]): Player[] {
    return [this.variables.fill(references)].flat(2).map((name) => {
      const player = this.#players.get(String(name))
      const names = this.#players.keys()
      if (!player) throw failure(`there is no bot '${name}'${didYouMean(String(name), names)}`)
      return player
    })
  }

  /** Adds a bot and brings it to its start state. */
  async addBot(name: string, settings: LoadedScenario['bots'][string]): Promise<void> {
    const { persona = 'steady', username, avatar, start = 'onboarded', device } = settings
    const seed = `${this.seed}/${name}`
    const { access, sketchbook } = this
    const bot = new Bot({ name, access, persona: PERSONAS[persona], sketchbook, pace: fastPace, seed })
    const player = new Player(bot)
    this.#players.set(name, player)
    this.variables.set(name, player.values)
    if (start === 'signed-out') {
      player.setValues({ deviceId: device ?? `device_${sha256(seed).slice(0, 32)}` })
      return
    }
    if (device === undefined) await bot.signInAsNew()
    else await bot.signIn(device)
    if (start === 'onboarded') {
      await bot.introduce({ username: username ?? capitalised(name), avatar: avatar ?? '🐦' })
    }
    const { id: userId, username: own, groupId } = bot.user
    player.setValues({ userId, username: own, groupId, deviceId: bot.deviceId })
  }

  /** Adds work that runs in the background. */
  inBackground(name: string, call: Promise<unknown>, located: Located): void {
    const work = call
      .catch(async (error) => {
        throw await located(error)
      })
      .finally(() => this.#running.delete(located))
    this.#running.add(located)
    // The failure is reported by the barrier that waits for it, or at the end of the run.
    work.catch(() => {})
    this.#background.set(name, [...(this.#background.get(name) ?? []), work])
  }

  /** Waits for the background work of these bots, or of all. Rejects with the first failure. */
  async waitForBackground(names: readonly string[] = []): Promise<void> {
    const waitedFor = names.length > 0 ? names : [...this.#background.keys()]
    const work = waitedFor.flatMap((name) => this.#background.get(name) ?? [])
    for (const name of waitedFor) this.#background.delete(name)
    await Promise.all(work)
  }

  /** Gives an error that ended the wait the position of work that still runs. */
  async locate(error: unknown): Promise<unknown> {
    const [located] = this.#running
    return located && error instanceof StepFailure ? located(error) : error
  }

  /** Aborts at the end of the run, to cancel the remaining background work. */
  get ended(): AbortSignal {
    return this.#end.signal
  }

  close(): void {
    this.#end.abort(new Error('the run is over'))
    for (const { listening } of this.#players.values()) listening?.close()
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
