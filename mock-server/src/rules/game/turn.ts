import { TURN } from '../../contract/constants.ts'
import { allow, type Decision, refuse } from '../refusal.ts'
import { earlier, type Instant, plus } from '../time/instant.ts'
import type { Game, Turn } from './game.ts'
import { hasPlayed, nextTurnType, playerOf, shownToNext, turnDeadline, withStatus } from './game.ts'

export interface TurnStart {
  userId: string
  turnId: string
  now: Instant
  /** The midnight that ends the game's day. No turn lasts beyond it. */
  dayEnd: Instant
  usernameOf: (userId: string) => string
}

/**
 * Gives a pending player the turn if nobody else holds it. Does nothing if the player already holds it.
 */
export function startTurn(
  game: Game,
  { userId, turnId, now, dayEnd, usernameOf }: TurnStart,
): Decision<Game> {
  const player = playerOf(game, userId)
  if (!player) return refuse('NOT_FOUND', 'You are not in this game')
  if (game.turn?.userId === userId) return allow(game)
  if (hasPlayed(player)) return refuse('CONFLICT', "You've already completed your turn for today!")
  if (game.completedAt !== null || now >= dayEnd) return refuse('CONFLICT', 'This game is over')
  if (game.turn) return refuse('CONFLICT', `${usernameOf(game.turn.userId)} is currently playing`)
  const shows = shownToNext(game)
  return allow({
    ...game,
    players: withStatus(game.players, userId, 'playing', null),
    turnsStarted: game.turnsStarted + 1,
    turn: {
      id: turnId,
      userId,
      type: nextTurnType(game),
      startedAt: now,
      expiresAt: earlier(plus(now, TURN.limitMs), dayEnd),
      attempts: [],
      ...(shows !== undefined && { shows }),
    },
  })
}

/** The turn that the player holds, until its grace period ends. Refused if there is none. */
export function heldTurn(game: Game, userId: string, now: Instant): Decision<Turn> {
  const player = playerOf(game, userId)
  if (game.turn?.userId === userId && now < turnDeadline(game.turn)) return allow(game.turn)
  if (player && (hasPlayed(player) || player.status === 'playing')) {
    return refuse('CONFLICT', 'Your turn is over')
  }
  return refuse('CONFLICT', 'It is not your turn. Please start a turn first.')
}
