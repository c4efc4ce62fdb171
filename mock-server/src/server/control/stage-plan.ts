import type * as z from 'zod/mini'
import type { stage } from '../../core/contract/schemas/control.ts'
import type { TurnType } from '../../core/contract/schemas/game.ts'
import { allow, type Ruling, refuse } from '../../core/rules/refusal.ts'

export type StageRequest = z.infer<typeof stage>

/** How a game of `players` reaches the requested state. */
export interface StagePlan {
  readonly players: number
  /** Turns of other players before the player's turn. */
  readonly before: readonly ('plays' | 'skips')[]
  /** The player's action after those turns. */
  readonly own: 'waits' | 'starts' | 'plays' | 'skips'
  /** Whether all remaining players play afterwards. */
  readonly toTheEnd: boolean
}

const SIZE = 5

/**
 * Plans the fewest turns that lead to the state under the rules of the game, so every staged game is a valid one.
 * `chance` decides the turn type 'random'. A state without a turn accepts any type.
 * @returns VALIDATION_FAILED with the field to change if no game can be in this state.
 */
export function planStage(request: StageRequest, chance: number): Ruling<StagePlan> {
  const { turnType = 'random', gameStatus = 'active', groupSize: players = SIZE } = request
  const { turnStatus = gameStatus === 'completed' ? 'completed' : 'pending' } = request
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
    const min = players + before.length - room
    return impossible(`This state needs a groupSize of at least ${min}`)
  }
  const own = { pending: 'waits', playing: 'starts', completed: 'plays', skipped: 'skips' } as const
  return allow({ players, before, own: own[turnStatus], toTheEnd: gameStatus === 'completed' })
}

/** Chooses the type of turn. 'random' becomes a type that the group size allows. */
const typeOf = (wanted: TurnType | 'random', room: number, chance: number): TurnType =>
  wanted !== 'random' ? wanted : room > 0 && chance % 2 === 1 ? 'guess' : 'drawing'

/** If the player still waits in an active game, another player must have had a turn. */
function beforeTurn(type: TurnType, waitsOn: boolean, room: number): StagePlan['before'] {
  if (type === 'guess') return ['plays']
  if (!waitsOn) return []
  return room >= 2 ? ['plays', 'plays'] : ['skips']
}

const impossible = (why: string) => refuse('VALIDATION_FAILED', `No game can be in this state. ${why}.`)
