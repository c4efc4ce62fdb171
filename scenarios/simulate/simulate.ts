import { ApiError } from '@inkling/mock-server/contract/api-error'
import type { Client } from '@inkling/mock-server/contract/client'
import type { Game } from '@inkling/mock-server/rules/game'
import { Bot } from '../bots/bot.ts'
import { Chance } from '../bots/chance.ts'
import { adminClient } from '../bots/door.ts'
import { fastPace } from '../bots/pace.ts'
import { groupName, people } from '../bots/people.ts'
import { PERSONAS, type PersonaName } from '../bots/personas.ts'
import type { Sketchbook } from '../bots/sketchbook.ts'
import { CallLog } from '../runner/call-log.ts'
import type { Timings } from '../runner/report.ts'
import type { Target } from '../runner/target.ts'
import { brokenInvariants } from './invariants.ts'
import { type Summary, Tally } from './tally.ts'

export interface SimulationPlan {
  /** One with controls: time is moved there. */
  readonly target: Target
  readonly sketchbook: Sketchbook
  readonly groups: number
  readonly players: number
  readonly days: number
  readonly seed: string
  /** Given to the players of each group in turn. */
  readonly personas: readonly PersonaName[]
  /** Whether the rules of the game are checked after every round. */
  readonly invariants: boolean
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
  /** The rules that did not hold, each as a sentence; the simulation ends with the first. */
  readonly violations: readonly string[]
  /** Days that were played: fewer than planned when it was interrupted. */
  readonly days: number
  readonly wallMs: number
}

interface SimulatedGroup {
  readonly bots: readonly Bot[]
}

/** How often a slow player lets the time run out. */
const SLOW_MISSES = 0.15
/** Every round passes in this time: long enough for a turn to run out. */
const ROUND_MS = 6 * 60_000

/**
 * Plays days of many groups in virtual time. In each round of a day one player of each group takes the turn; the day
 * ends at midnight, whoever has not played.
 */
export async function simulate(plan: SimulationPlan): Promise<Simulation> {
  const { target, seed, days, onProgress = () => {} } = plan
  const begun = performance.now()
  const calls = new CallLog()
  const door = { ...target, fetch: calls.watch(target.fetch) }
  const admin = adminClient(door)
  await admin.changeClock({ body: { freeze: true } })
  const chance = new Chance(seed)
  const groups: SimulatedGroup[] = []
  for (let at = 0; at < plan.groups; at++) groups.push(await formGroup(plan, door, `${seed}/${at}`))
  await admin.triggerDailyGames()
  const tally = new Tally()
  const violations: string[] = []
  let day = 0
  while (day < days && violations.length === 0 && !plan.signal?.aborted) {
    for (let round = 0; round < plan.players && violations.length === 0; round++) {
      for (const { bots } of groups) {
        const bot = bots[round]
        if (bot) await playRound(bot, chance)
      }
      if (plan.invariants) violations.push(...(await check(admin)))
      await admin.changeClock({ body: { advanceMs: ROUND_MS } })
    }
    await admin.changeClock({ body: { to: 'midnight' } })
    await admin.changeClock({ body: { advanceMs: ROUND_MS } })
    for (const { bots } of groups) await count(bots, tally)
    day++
    onProgress({ day, days, games: tally.summary.games })
  }
  return {
    summary: tally.summary,
    timings: calls.timings,
    violations,
    days: day,
    wallMs: performance.now() - begun,
  }
}

async function formGroup(
  { players, personas, sketchbook }: SimulationPlan,
  door: Target,
  seed: string,
): Promise<SimulatedGroup> {
  const chance = new Chance(seed)
  const bots: Bot[] = []
  for (const [at, somebody] of people(chance, players).entries()) {
    const persona = PERSONAS[personas[at % personas.length] ?? 'steady']
    const bot = new Bot({
      name: somebody.username,
      door,
      persona,
      sketchbook,
      pace: fastPace,
      seed: `${seed}/${at}`,
    })
    await bot.signInAsNew()
    await bot.introduce(somebody)
    bots.push(bot)
  }
  const [host, ...guests] = bots
  if (!host) return { bots }
  const { code } = await host.client.createGroup({ body: { name: groupName(chance) } })
  for (const guest of guests) await guest.client.joinGroup({ body: { code } })
  return { bots }
}

async function playRound(bot: Bot, chance: Chance): Promise<void> {
  const { persona, client } = bot
  if (!persona.plays) return
  // Who leaves in the middle would be gone for all days to come: here they only give up the turn.
  const givesUp = persona.leaves || (persona.name === 'slow' && chance.happens(SLOW_MISSES))
  if (givesUp) await client.startTurn()
  else await bot.playTurn()
}

async function count(bots: readonly Bot[], tally: Tally): Promise<void> {
  const [bot] = bots
  if (!bot) return
  const yesterday = await bot.client.getYesterdayResults().catch((error) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
  if (!yesterday) return
  const results = await bot.client.getGame({ params: { id: yesterday.gameId } })
  tally.addGame(results, bots.length)
}

async function check(admin: Client): Promise<string[]> {
  const { items } = await admin.listGames({ query: {} })
  // What a reference server shows of a game is the rules' own document.
  return (items as unknown as Game[]).flatMap(brokenInvariants)
}
