import type * as z from 'zod/mini'
import type { stage } from '../contract/schemas/control.ts'
import type { TurnType } from '../contract/schemas/game.ts'
import { allow, type Decision, refuse } from '../rules/refusal.ts'

export type StageWish = z.infer<typeof stage>

/** How a game of `players` comes into the state that was asked for. */
export interface StagePlan {
  readonly players: number
  /** What the others do before the player's turn. */
  readonly before: readonly ('plays' | 'skips')[]
  /** What the player does then. */
  readonly own: 'waits' | 'starts' | 'plays' | 'skips'
  /** Whether everybody who is left plays after that. */
  readonly toTheEnd: boolean
}

const SIZE = 5

/**
 * The shortest way there by the rules of the game, so that nothing is staged that could not have been played.
 * Turn type 'random' is decided by `chance`; a turn that needs no type takes any.
 * @returns VALIDATION_FAILED for what no game can look like, with the field to change.
 */
export function planStage(wish: StageWish, chance: number): Decision<StagePlan> {
  const { turnType = 'random', gameStatus = 'active', groupSize: players = SIZE } = wish
  const { turnStatus = gameStatus === 'completed' ? 'completed' : 'pending' } = wish
  const bare = { players, before: [], own: 'waits', toTheEnd: false } as const
  if (gameStatus === 'waiting') {
    if (turnStatus !== 'pending') return impossible("In a waiting game every turnStatus is 'pending'")
    if (turnType === 'guess') return impossible("The first turn of a waiting game is a 'drawing' turnType")
    return allow(bare)
  }
  if (gameStatus === 'completed' && (turnStatus === 'pending' || turnStatus === 'playing')) {
    return impossible("In a completed game turnStatus is 'completed' or 'skipped'")
  }
  const waitsOn = gameStatus === 'active' && turnStatus === 'pending'
  const someoneIsLeft = gameStatus === 'active' && (turnStatus === 'completed' || turnStatus === 'skipped')
  const room = players - 1 - Number(someoneIsLeft)
  const before = beforeTurn(typeOf(turnType, room, chance), waitsOn, room)
  if (before.length > room) {
    const least = players + before.length - room
    return impossible(`This state needs a groupSize of at least ${least}`)
  }
  const own = { pending: 'waits', playing: 'starts', completed: 'plays', skipped: 'skips' } as const
  return allow({ players, before, own: own[turnStatus], toTheEnd: gameStatus === 'completed' })
}

/** A random type is one that there is room for. */
const typeOf = (wish: TurnType | 'random', room: number, chance: number): TurnType =>
  wish !== 'random' ? wish : room > 0 && chance % 2 === 1 ? 'guess' : 'drawing'

/** A game in which the player still waits is active because somebody has had a turn. */
function beforeTurn(type: TurnType, waitsOn: boolean, room: number): StagePlan['before'] {
  if (type === 'guess') return ['plays']
  if (!waitsOn) return []
  return room >= 2 ? ['plays', 'plays'] : ['skips']
}

const impossible = (why: string) => refuse('VALIDATION_FAILED', `No game can be like that. ${why}.`)
