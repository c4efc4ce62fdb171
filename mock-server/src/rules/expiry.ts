import { completeIfOver, type Game, hasPlayed, skipPlayer, turnDeadline } from './game.ts'
import { bestAttempt } from './guess.ts'
import { earlier, type Instant, later, msOf, plus } from './instant.ts'
import { endWithGuess } from './submission.ts'

/**
 * Ends a turn whose time and grace period are over: with guesses, the best one is finalised; without, the player is
 * skipped (api.md, The day and its games). The turn ends as of its deadline, however late it is read, so that every
 * reader sees the same game.
 */
export function expireTurn(game: Game, now: Instant): Game {
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
 * The game as it is at `now`, even if nothing has read it since its day ended: an expired turn has ended, and a game
 * whose day is over is closed. After the clock was set back, a game that the end of its day had closed is open again,
 * and a turn that starts in the future starts now (api.md, Controls).
 * @param dayEnd the midnight that ends the game's day.
 */
export function gameAt(game: Game, dayEnd: Instant, now: Instant): Game {
  return now >= dayEnd
    ? closeGame(game, dayEnd, now)
    : expireTurn(withTurnBegun(reopened(game, dayEnd), dayEnd, now), now)
}

/**
 * Closes a game whose day is over: players who have not played are skipped, entries stay. The completion time is the
 * end of the day or of the last turn, whichever is later, and does not depend on when this is called. During a turn's
 * grace period the game is returned unchanged.
 */
export function closeGame(game: Game, dayEnd: Instant, now: Instant = dayEnd): Game {
  const current = expireTurn(game, now)
  if (current.completedAt !== null || current.turn) return current
  const end = current.players.reduce((latest, { playedAt }) => later(latest, playedAt ?? latest), dayEnd)
  const players = current.players.map((player) =>
    hasPlayed(player) ? player : { ...player, status: 'skipped' as const, playedAt: end },
  )
  return { ...current, players, completedAt: end }
}

/** Reopens a game that only the end of its day had closed; a game that its players completed stays completed. */
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

/** Moves a turn that starts in the future to `now`. Otherwise it would last longer than the limit. */
function withTurnBegun(game: Game, dayEnd: Instant, now: Instant): Game {
  const { turn } = game
  if (!turn || turn.startedAt <= now) return game
  const length = msOf(turn.expiresAt) - msOf(turn.startedAt)
  return { ...game, turn: { ...turn, startedAt: now, expiresAt: earlier(plus(now, length), dayEnd) } }
}
