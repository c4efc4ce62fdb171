import { Random } from '@inkling/fixtures/random'
import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { clientOf, type ServerAccess } from '@inkling/mock-server/contract/client/client'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { Bot, type TurnTaken } from './bot.ts'
import { isOutOfReach } from './out-of-reach.ts'
import type { Pace } from './pace.ts'
import { groupName, people } from './people.ts'
import { PERSONAS, type PersonaName } from './personas.ts'
import type { Sketchbook } from './sketchbook.ts'

export interface GamePlan {
  readonly access: ServerAccess
  readonly sketchbook: Sketchbook
  readonly pace: Pace
  readonly players: number
  /** Assigned to the players in rotation. */
  readonly personas: readonly PersonaName[]
  readonly seed: string
  readonly onEvent?: (event: GameEvent) => void
}

/** Progress of a game. */
export type GameEvent =
  | { readonly type: 'group-formed'; readonly group: PlayedGroup; readonly players: readonly PlayedPlayer[] }
  | { readonly type: 'game-begun'; readonly gameId: string }
  | { readonly type: 'turn-played'; readonly player: string; readonly turn: TurnTaken }
  | { readonly type: 'turn-refused'; readonly player: string; readonly reason: string }

interface PlayedGroup {
  readonly groupId: string
  readonly name: string
  readonly code: string
}

interface PlayedPlayer {
  readonly username: string
  readonly persona: PersonaName
  readonly userId: string
  /** The secret that signs this player in again, for example in a browser. */
  readonly deviceId: string
}

export interface PlayedGame {
  readonly gameId: string
  readonly seed: string
  readonly group: PlayedGroup
  readonly players: readonly PlayedPlayer[]
  readonly turns: readonly (TurnTaken & { readonly player: string })[]
  /** Players who have not played. The game stays open for them until midnight. */
  readonly waitingFor: readonly string[]
  /** Null while the game is open. */
  readonly results: GameResults | null
}

/**
 * Plays one group game with bots on any server, from sign-in to the results. The bots create their own group. An
 * admin creates the day's games if allowed; otherwise the host jumps in.
 */
export async function playGame(plan: GamePlan): Promise<PlayedGame> {
  const { access, sketchbook, pace, seed, onEvent = () => {} } = plan
  const random = new Random(seed)
  const bots: Bot[] = []
  for (const [at, person] of people(random, plan.players).entries()) {
    const persona = PERSONAS[plan.personas[at % plan.personas.length] ?? 'steady']
    const bot = new Bot({ name: person.username, access, persona, sketchbook, pace, seed: `${seed}/${at}` })
    await bot.signInAsNew()
    await bot.introduce(person)
    bots.push(bot)
  }
  const [host, ...guests] = bots
  if (!host) throw new RangeError('A game needs at least one player')
  const group = await formGroup(host, guests, groupName(random))
  const players = bots.map(({ user, persona, deviceId }): PlayedPlayer => {
    return { username: user.username, persona: persona.name, userId: user.id, deviceId }
  })
  onEvent({ type: 'group-formed', group, players })
  const gameId = await startGame(access, host)
  onEvent({ type: 'game-begun', gameId })

  const turns: (TurnTaken & { player: string })[] = []
  for (const bot of bots.filter(({ persona }) => persona.plays)) {
    const player = bot.user.username
    try {
      const turn = await bot.playTurn()
      turns.push({ player, ...turn })
      onEvent({ type: 'turn-played', player, turn })
    } catch (error) {
      // Another player may hold the turn, or the time may have run out, as for people.
      if (!(error instanceof ApiError) || error.status !== 409) throw error
      onEvent({ type: 'turn-refused', player, reason: error.message })
    }
  }
  const watcher = bots.find(({ persona }) => !persona.leaves) ?? host
  return { gameId, seed, group, players, turns, ...(await outcomeOf(watcher, gameId)) }
}

async function formGroup(host: Bot, guests: readonly Bot[], name: string): Promise<PlayedGroup> {
  const { groupId, code } = await host.client.createGroup({
    body: { name, avatar: host.user.avatar ?? undefined },
  })
  for (const guest of guests) await guest.client.joinGroup({ body: { code } })
  return { groupId, name, code }
}

async function startGame(access: ServerAccess, host: Bot): Promise<string> {
  const triggered = await clientOf(access)
    .triggerDailyGames()
    .catch((error) => {
      if (isOutOfReach(error)) return null
      throw error
    })
  const today = triggered ? await host.client.getToday() : await host.client.jumpIn()
  if (today.gameId === null) throw new Error('The server created no game for the group of the bots')
  return today.gameId
}

async function outcomeOf(watcher: Bot, gameId: string): Promise<Pick<PlayedGame, 'waitingFor' | 'results'>> {
  const { status, participants } = await watcher.client.getToday()
  const waiting = participants.filter((each) => each.status === 'pending' || each.status === 'playing')
  const over = status === 'completed'
  return {
    waitingFor: waiting.map(({ username }) => username),
    results: over ? await watcher.client.getGame({ params: { id: gameId } }) : null,
  }
}
