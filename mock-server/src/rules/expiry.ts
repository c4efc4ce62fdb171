import { completeIfOver, type Game, hasPlayed, skipPlayer, turnDeadline } from './game.ts'
import { bestAttempt } from './guess.ts'
import { earlier, type Instant, later, msOf, plus } from './instant.ts'
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
 * The game as it is at `now`, whether or not anybody has looked at it since its day ended: a turn that ran out has
 * ended, and a game whose day is over is closed. After a clock was set back, a game that its day's end had closed is
 * open again, and a turn that has not begun yet begins now (api.md, Controls).
 * @param dayEnd the midnight that ends the game's day.
 */
export function gameAt(game: Game, dayEnd: Instant, now: Instant): Game {
  return now >= dayEnd
    ? closeGame(game, dayEnd, now)
    : settle(withTurnBegun(reopened(game, dayEnd), dayEnd, now), now)
}

/**
 * Ends a game whose day is over: players who have not played are skipped, entries stay. It ends with its day or with
 * its last turn, whichever is later, so that everybody sees the same game whenever they look. During the grace period of
 * a turn the game comes back unchanged.
 */
export function closeGame(game: Game, dayEnd: Instant, now: Instant = dayEnd): Game {
  const settled = settle(game, now)
  if (settled.completedAt !== null || settled.turn) return settled
  const end = settled.players.reduce((latest, { playedAt }) => later(latest, playedAt ?? latest), dayEnd)
  const players = settled.players.map((player) =>
    hasPlayed(player) ? player : { ...player, status: 'skipped' as const, playedAt: end },
  )
  return { ...settled, players, completedAt: end }
}

/** A game that is complete without what its day's end did stays as it is. */
function reopened(game: Game, dayEnd: Instant): Game {
  if (game.completedAt === null || game.completedAt < dayEnd) return game
  const players = game.players.map((player) =>
    player.status === 'skipped' && (player.playedAt ?? '') >= dayEnd
      ? { ...player, status: 'pending' as const, playedAt: null }
      : player,
  )
  const open = { ...game, players, completedAt: null }
  return completeIfOver(open, game.completedAt).completedAt === null ? open : game
}

/** A turn that begins in the future would last longer than it may. */
function withTurnBegun(game: Game, dayEnd: Instant, now: Instant): Game {
  const { turn } = game
  if (!turn || turn.startedAt <= now) return game
  const length = msOf(turn.expiresAt) - msOf(turn.startedAt)
  return { ...game, turn: { ...turn, startedAt: now, expiresAt: earlier(plus(now, length), dayEnd) } }
}
