import { setImmediate } from 'node:timers/promises'
import { Random } from '@inkling/fixtures/random'
import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { clientOf, transportOf } from '@inkling/mock-server/contract/client/client'
import { Bot } from '../bots/bot.ts'
import { BotError } from '../bots/bot-error.ts'
import { fastPace } from '../bots/pace.ts'
import { groupName, type Person, people } from '../bots/people.ts'
import { PERSONAS, type PersonaName } from '../bots/personas.ts'
import type { Sketchbook } from '../bots/sketchbook.ts'
import { unless } from '../bots/unless.ts'
import { RulesWatch } from '../invariants/rules-watch.ts'
import type { Timings } from '../runner/reports/report.ts'
import { CallLog, inStep, StepCalls, stepTransport } from '../runner/steps/calls/made-calls.ts'
import type { Target } from '../runner/targets/target.ts'
import { durationText } from '../text/duration.ts'
import { playRound, react } from './round.ts'
import { type Summary, Tally } from './tally.ts'
import type { Trace } from './trace.ts'

export interface SimulationPlan {
  /** A target with controls, whose clock the simulation moves. */
  readonly target: Target
  readonly sketchbook: Sketchbook
  readonly groups: number
  readonly players: number
  /** Players without a group, who jump into public games. */
  readonly strangers?: number
  readonly days: number
  readonly seed: string
  /** Assigned to the players of each group, and to the strangers, in rotation. */
  readonly personas: readonly PersonaName[]
  /** Whether the rules of the game are checked after every step. */
  readonly invariants: boolean
  /** Records the steps, so that a broken rule can be reproduced with fewer of them. */
  readonly trace?: Trace
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

export interface Progress {
  readonly day: number
  readonly days: number
  readonly games: number
}

export interface Simulation {
  readonly summary: Summary
  readonly timings: Timings
  /** The broken rules and unexpected answers, each as a sentence. The simulation ends at the first one. */
  readonly violations: readonly string[]
  /** The number of completed days; fewer than planned if interrupted. */
  readonly days: number
  readonly wallMs: number
}

/**
 * Lets signals and timers of this process run. An in-process server answers in microtasks only, so an interrupt would
 * otherwise take effect at the end of the simulation.
 */
const yieldToEventLoop = (): Promise<void> => setImmediate()

interface SimulatedGroup {
  readonly at: number
  readonly bots: readonly Bot[]
  /** Whether they have no group and play public games. */
  readonly areStrangers: boolean
  /** The last game played; null if nobody has played since midnight. */
  gameId: string | null
}

/** The duration of a round: long enough for a turn to expire. */
const ROUND_MS = 6 * 60_000
const HOUR_MS = 3_600_000
/** From the last round to the evening, when players have been reminded. */
const EVENING_MS = 17 * HOUR_MS
/** Where players live, in rotation. */
const TIME_ZONES = ['America/New_York', 'Europe/Berlin', 'Australia/Sydney']

/**
 * Simulates days of many groups in virtual time. In each round of a day, one player per group and one stranger take the
 * turn. The day ends at midnight, whether or not everybody has played.
 */
export async function simulate(plan: SimulationPlan): Promise<Simulation> {
  const { target, seed, days, strangers = 0, onProgress = () => {} } = plan
  const startedAt = performance.now()
  const calls = new CallLog()
  const made = { ...target, transport: calls.watch(stepTransport(transportOf(target), target.baseUrl)) }
  const watch = new RulesWatch(made, true)
  const access = { ...made, ...watch.memory.access(made) }
  const admin = clientOf(access)
  await admin.changeClock({ body: { freeze: true } })
  const random = new Random(seed)
  const { trace } = plan
  const violations: string[] = []
  const broken = () => violations.length > 0
  const isOver = () => broken() || plan.signal?.aborted === true
  /** Checks the rules for a group that has just acted. */
  const checkRules = async ({ at, bots }: SimulatedGroup) => {
    if (!plan.invariants) return
    trace?.note({ check: 'rules' }, at)
    violations.push(...(await watch.check(bots)))
  }
  const groups: SimulatedGroup[] = []
  for (let at = 0; at < plan.groups && !isOver(); at++) {
    await yieldToEventLoop()
    groups.push(await formGroup(plan, access, at))
  }
  if (strangers > 0 && !isOver()) groups.push(await inviteStrangers(plan, access, strangers))
  await admin.triggerDailyGames()
  trace?.note({ admin: 'trigger-daily-games' })
  const tally = new Tally()
  let day = 0
  const rounds = Math.max(plan.players, strangers)
  const hasEvening = rounds * ROUND_MS + EVENING_MS < 23 * HOUR_MS
  const advance = async (ms: number) => {
    await admin.changeClock({ body: { advanceMs: ms } })
    trace?.note({ clock: { advance: durationText(ms) } })
  }
  /** Notes an answer that nobody expects. */
  const act = async (bot: Bot, work: (said: (done: string) => void) => Promise<void>) => {
    let done = 'check'
    const made = new StepCalls(new AbortController().signal)
    const said = (next: string) => {
      done = next
    }
    await inStep(made, () => work(said)).catch(async (error: unknown) => {
      violations.push(await unexpected(error, made, bot, { day: day + 1, done }))
    })
  }
  while (day < days && !isOver()) {
    if (trace) trace.day = day + 1
    for (let round = 0; round < rounds && !isOver(); round++) {
      for (const group of groups) {
        const bot = group.bots[round]
        if (!bot?.persona.plays || isOver()) continue
        await yieldToEventLoop()
        await act(bot, async (said) => {
          const note = (move: { readonly do: string }) => {
            said(move.do)
            trace?.note({ bot: bot.name, ...move }, group.at)
          }
          if (day > 0) await react(bot, random, note)
          if (group.areStrangers) note({ do: 'jump-in' })
          if (!group.areStrangers || (await bot.client.jumpIn()).canStartTurn)
            group.gameId = await playRound(bot, random, note)
          await checkRules(group)
        })
      }
      if (isOver()) break
      await advance(ROUND_MS)
    }
    // The first day begins at noon.
    if (plan.invariants && day > 0 && hasEvening && !isOver()) {
      await advance(EVENING_MS)
      for (const group of groups) {
        const [bot] = group.bots
        if (bot && !isOver()) await act(bot, () => checkRules(group))
      }
    }
    if (isOver()) break
    await admin.changeClock({ body: { to: 'midnight' } })
    trace?.note({ clock: { to: 'midnight' } })
    await advance(ROUND_MS)
    // It holds a limited number of messages.
    if (plan.invariants) await admin.clearOutbox()
    for (const group of groups) await count(group, tally)
    day++
    onProgress({ day, days, games: tally.summary.games })
  }
  return {
    summary: tally.summary,
    timings: calls.timings,
    violations,
    days: day,
    wallMs: performance.now() - startedAt,
  }
}

async function signInAll(
  { seed, personas, sketchbook, trace }: SimulationPlan,
  access: Target,
  at: number,
  players: readonly Person[],
): Promise<Bot[]> {
  const bots: Bot[] = []
  for (const [place, person] of players.entries()) {
    const persona = PERSONAS[personas[place % personas.length] ?? 'steady']
    // The same seed as for a scenario bot of this name.
    const name = `g${at + 1}p${place + 1}`
    const bot = new Bot({ name, access, persona, sketchbook, pace: fastPace, seed: `${seed}/${name}` })
    await bot.signInAsNew()
    await bot.introduce(person)
    bots.push(bot)
    trace?.bots.set(name, { persona: persona.name, ...person })
    const timeZone = TIME_ZONES[place % TIME_ZONES.length] as string
    const phone = { token: `phone of ${name}`, platform: 'ios', timeZone } as const
    await bot.client.registerToken({ body: phone })
    trace?.note({ bot: name, do: 'register-token', with: phone }, at)
  }
  return bots
}

async function inviteStrangers(plan: SimulationPlan, access: Target, count: number): Promise<SimulatedGroup> {
  const { seed, groups: at } = plan
  const bots = await signInAll(plan, access, at, people(new Random(`${seed}/strangers`), count))
  return { at, bots, areStrangers: true, gameId: null }
}

async function formGroup(plan: SimulationPlan, access: Target, at: number): Promise<SimulatedGroup> {
  const { seed, players, trace } = plan
  const random = new Random(`${seed}/${at}`)
  const bots = await signInAll(plan, access, at, people(random, players))
  const [host, ...guests] = bots
  if (!host) return { at, bots, areStrangers: false, gameId: null }
  const name = groupName(random)
  const { code } = await host.client.createGroup({ body: { name } })
  const variable = `code${at + 1}`
  trace?.note({ bot: host.name, do: 'create-group', with: { name }, capture: { [variable]: '$.code' } }, at)
  for (const guest of guests) {
    await guest.client.joinGroup({ body: { code } })
    trace?.note({ bot: guest.name, do: 'join-group', with: { code: `\${${variable}}` } }, at)
  }
  return { at, bots, areStrangers: false, gameId: null }
}

/**
 * The sentence about an answer that the bot does not expect, or cannot play on with, or that is not as documented.
 * @throws the error if it is none of the server's.
 */
async function unexpected(
  error: unknown,
  made: StepCalls,
  { name, persona }: Bot,
  { day, done }: { day: number; done: string },
): Promise<string> {
  const own = error instanceof ApiError || error instanceof BotError ? error : null
  const violation = own ? null : await made.violation()
  if (!own && violation === null) throw error
  const refusal = own instanceof ApiError ? `${own.status} ${own.code}: ${own.message}` : own?.message
  const answer = violation ?? refusal
  return `${name} (${persona.name}) on day ${day} gets an unexpected answer to ${done}: ${answer}`
}

async function count(group: SimulatedGroup, tally: Tally): Promise<void> {
  const { bots } = group
  const [bot] = bots
  // Public games are not counted: few are complete at midnight.
  if (!bot || group.areStrangers) return
  const id = group.gameId ?? (await gameOfYesterday(bot))
  group.gameId = null
  if (id !== null) tally.addGame(await bot.client.getGame({ params: { id } }), bots.length)
}

/** The id of yesterday's game, if nobody has played in it. */
const gameOfYesterday = async ({ client }: Bot): Promise<string | null> =>
  (await client.getYesterdayResults().catch(unless(404)))?.gameId ?? null
