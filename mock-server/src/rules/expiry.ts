import { type Game, hasPlayed, skipPlayer, turnDeadline, withStatus } from './game.ts'
import { bestAttempt } from './guess.ts'
import { type Instant, msOf } from './instant.ts'
import { endWithGuess } from './submission.ts'

/**
 * Ends a turn whose time and grace are over: guesses already made are finalised with the best one, else the player
 * is skipped (api.md, The day and its games). It ends at its deadline, however late it is looked at, so that every
 * reader sees the same game.
 */
export function settle(game: Game, now: Instant): Game {
  const { turn } = game
  if (!turn) return game
  const deadline = turnDeadline(turn)
  if (now < deadline) return game
  const best = bestAttempt(turn.attempts)
  if (!best) return skipPlayer(game, turn.userId, deadline)
  const timeSpent = Math.round((msOf(turn.expiresAt) - msOf(turn.startedAt)) / 1000)
  return endWithGuess(game, turn, { guess: best.guess, timeSpent }, deadline)
}

/**
 * Ends the game of a day that is over: whoever has not played is skipped, entries stay. A turn in its grace is waited
 * for: the game comes back unchanged.
 */
export function closeGame(game: Game, now: Instant): Game {
  const settled = settle(game, now)
  if (settled.completedAt !== null || settled.turn) return settled
  const players = settled.players.reduce(
    (all, player) => (hasPlayed(player) ? all : withStatus(all, player.userId, 'skipped', now)),
    settled.players,
  )
  return { ...settled, players, completedAt: now }
}
