import { earlier, type Instant, later, msOf, plus } from '../time/instant.ts'
import { completeIfOver, type Game, hasPlayed, holdsHidden, skipPlayer, turnDeadline } from './game.ts'
import { bestAttempt } from './guess.ts'
import { endWithGuess } from './turn.ts'

/**
 * Expires a turn whose grace period is over: the best guess is finalised, or the player is skipped if there is none
 * (API.md, Turns). The turn ends at its deadline no matter when it is read, so every reader sees the
 * same game.
 */
export function expireTurn(game: Game, now: Instant): Game {
  const { turn } = game
  if (!turn) return game
  const deadline = turnDeadline(turn)
  if (now < deadline) return game
  const best = bestAttempt(turn.attempts)
  if (!best) return skipPlayer(game, turn.userId, deadline, holdsHidden(game, turn.userId))
  const timeSpent = Math.round((msOf(turn.expiresAt) - msOf(turn.startedAt)) / 1000)
  return endWithGuess(game, turn, { guess: best.guess, timeSpent }, deadline)
}

/**
 * Brings a stored game up to date: expires its turn, or closes it if its day is over. If the clock was set back, a
 * game closed by the end of its day is reopened, and a turn that starts in the future starts now (API.md, Controls).
 * @param dayEnd the midnight that ends the game's day.
 */
export function gameAt(game: Game, dayEnd: Instant, now: Instant): Game {
  return now >= dayEnd
    ? closeGame(game, dayEnd, now)
    : expireTurn(withTurnStarted(reopened(game, dayEnd), dayEnd, now), now)
}

/**
 * Closes a game whose day is over: players who have not played are skipped, entries stay. The game completes at the
 * end of the day or of the last turn, whichever is later, no matter when this is called. An entry made after the end of
 * the day completes the game. During a turn's grace period the game is returned unchanged.
 */
export function closeGame(game: Game, dayEnd: Instant, now: Instant = dayEnd): Game {
  const current = expireTurn(game, now)
  if (current.completedAt !== null || current.turn) return current
  const end = current.players.reduce((latest, { playedAt }) => later(latest, playedAt ?? latest), dayEnd)
  const players = current.players.map((player) =>
    hasPlayed(player) ? player : { ...player, status: 'skipped' as const, playedAt: end },
  )
  const last = current.entries.at(-1)
  const entries =
    last && last.at >= dayEnd
      ? [...current.entries.slice(0, -1), { ...last, completedGame: true }]
      : current.entries
  return { ...current, players, entries, completedAt: end }
}

/** Reopens a game that was closed by the end of its day. A game that its players completed stays completed. */
function reopened(game: Game, dayEnd: Instant): Game {
  if (game.completedAt === null || game.completedAt < dayEnd) return game
  const players = game.players.map((player) =>
    player.status === 'skipped' && (player.playedAt ?? '') >= dayEnd
      ? { ...player, status: 'pending' as const, playedAt: null }
      : player,
  )
  const entries = game.entries.map((entry) =>
    entry.completedGame ? { ...entry, completedGame: false } : entry,
  )
  const open = { ...game, players, entries, completedAt: null }
  return completeIfOver(open, game.completedAt).completedAt === null ? open : game
}

/** Moves a turn that starts in the future to `now`. Otherwise it would last longer than the limit. */
function withTurnStarted(game: Game, dayEnd: Instant, now: Instant): Game {
  const { turn } = game
  if (!turn || turn.startedAt <= now) return game
  const length = msOf(turn.expiresAt) - msOf(turn.startedAt)
  return { ...game, turn: { ...turn, startedAt: now, expiresAt: earlier(plus(now, length), dayEnd) } }
}
