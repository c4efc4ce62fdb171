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
import { RulesWatch } from '../invariants/rules-watch.ts'
import type { Timings } from '../runner/reports/report.ts'
import { CallLog, inStep, StepCalls, stepTransport } from '../runner/steps/calls/made-calls.ts'
import type { Target } from '../runner/targets/target.ts'
import { durationText } from '../text/duration.ts'
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

/** The probability that a slow player lets a turn expire. */
const SLOW_MISSES = 0.15
/** The probability that a player who comes back the next day leaves a turn open. */
const LEFT_OPEN = 0.5
/** The duration of a round: long enough for a turn to expire. */
const ROUND_MS = 6 * 60_000

/**
 * Simulates days of many groups in virtual time. In each round of a day, one player per group and one stranger take the
 * turn. The day ends at midnight, whether or not everybody has played.
 */
export async function simulate(plan: SimulationPlan): Promise<Simulation> {
  const { target, seed, days, strangers = 0, onProgress = () => {} } = plan
  const startedAt = performance.now()
  const calls = new CallLog()
  const access = { ...target, transport: calls.watch(stepTransport(transportOf(target), target.baseUrl)) }
  const admin = clientOf(access)
  await admin.changeClock({ body: { freeze: true } })
  const random = new Random(seed)
  const watch = new RulesWatch()
  const { trace } = plan
  const violations: string[] = []
  const broken = () => violations.length > 0
  const isOver = () => broken() || plan.signal?.aborted === true
  /** Checks the rules for a group that has just acted. */
  const checkRules = async ({ at, bots }: SimulatedGroup) => {
    if (!plan.invariants) return
    trace?.note({ check: 'rules' }, at)
    violations.push(...(await watch.check(admin, bots)))
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
  while (day < days && !isOver()) {
    if (trace) trace.day = day + 1
    for (let round = 0; round < Math.max(plan.players, strangers) && !isOver(); round++) {
      for (const group of groups) {
        const bot = group.bots[round]
        if (!bot?.persona.plays || isOver()) continue
        await yieldToEventLoop()
        let done: string = 'jump-in'
        const made = new StepCalls(new AbortController().signal)
        try {
          await inStep(made, async () => {
            if (group.areStrangers) trace?.note({ bot: bot.name, do: 'jump-in' }, group.at)
            if (!group.areStrangers || (await bot.client.jumpIn()).canStartTurn) {
              const action = actionOf(bot, random)
              done = action
              trace?.note({ bot: bot.name, do: action }, group.at)
              group.gameId = await playRound(bot, action)
            }
            await checkRules(group)
          })
        } catch (error) {
          violations.push(await unexpected(error, made, bot, { day: day + 1, done }))
        }
      }
      if (isOver()) break
      await admin.changeClock({ body: { advanceMs: ROUND_MS } })
      trace?.note({ clock: { advance: durationText(ROUND_MS) } })
    }
    if (isOver()) break
    await admin.changeClock({ body: { to: 'midnight' } })
    await admin.changeClock({ body: { advanceMs: ROUND_MS } })
    trace?.note({ clock: { to: 'midnight' } })
    trace?.note({ clock: { advance: durationText(ROUND_MS) } })
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

/** What the bot does in its round, as a step of the scenario language. */
function actionOf({ persona }: Bot, random: Random): 'start-turn' | 'play-turn' {
  // A leaver only abandons its turn here: leaving the group would exclude it from all later days.
  const givesUp =
    persona.leaves ||
    (persona.name === 'slow' && random.chance(SLOW_MISSES)) ||
    (persona.comesBack && random.chance(LEFT_OPEN))
  return givesUp ? 'start-turn' : 'play-turn'
}

/** @returns the id of the game. */
async function playRound(bot: Bot, done: 'start-turn' | 'play-turn'): Promise<string> {
  const { gameId } = done === 'start-turn' ? await bot.client.startTurn() : await bot.playTurn()
  return gameId
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
async function gameOfYesterday({ client }: Bot): Promise<string | null> {
  try {
    return (await client.getYesterdayResults()).gameId
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
