import type { Instant } from '../time/instant.ts'
import { type Entry, type Game, leaveGame } from './game.ts'

/** How players are erased from games. */
export interface GameErasure {
  readonly isErased: (userId: string) => boolean
  /** What replaces the id of an erased player in a game. */
  readonly formerId: (gameId: string, userId: string) => string
  /** Whether the content of an erased player's step stays for now, hidden for everybody. */
  readonly isHeld: (gameId: string, stepIndex: number) => boolean
  readonly now: Instant
}

/** What replaces the content of an erased entry. */
export interface Substitute {
  /** SHA-256 of the picture that replaces drawings. */
  readonly picture: string
  /** The score of a guess for the word of the game. */
  readonly judge: (guess: string, word: string) => number
}

/** The text that replaces a guess, which is not shown to players either. */
const REMOVED = 'removed'

/**
 * A game without some players: they have left it, their places have new ids, which no other game has, and their entries are
 * tombstones. All their times are the creation of the game: the time of a deletion would tell which of them were one player.
 */
export function eraseFromGame(game: Game, erasure: GameErasure, substitute: Substitute): Game {
  const { isErased, formerId, isHeld, now } = erasure
  const erasedIds = [...game.players, ...game.entries].map(({ userId }) => userId).filter(isErased)
  if (erasedIds.length === 0) return game
  const left = erasedIds.reduce((rest, userId) => leaveGame(rest, userId, now), game)
  return {
    ...left,
    players: left.players.map((player) =>
      isErased(player.userId)
        ? {
            ...player,
            userId: formerId(game.id, player.userId),
            joinedAt: game.createdAt,
            playedAt: player.playedAt && game.createdAt,
          }
        : player,
    ),
    entries: left.entries.map((entry, at) => {
      if (!isErased(entry.userId)) return entry
      const hidden = {
        ...entry,
        userId: formerId(game.id, entry.userId),
        hiddenAt: entry.hiddenAt ?? game.createdAt,
      }
      return isHeld(game.id, at) ? hidden : tombstone(game, hidden, substitute)
    }),
  }
}

/** A game with a tombstone in place of one entry. */
export const eraseEntry = (game: Game, stepIndex: number, substitute: Substitute): Game => ({
  ...game,
  entries: game.entries.map((entry, at) => (at === stepIndex ? tombstone(game, entry, substitute) : entry)),
})

/** Only the place, the type and the scores of the entry are left. */
function tombstone({ createdAt, word }: Game, entry: Entry, { picture, judge }: Substitute): Entry {
  const { turnId, userId, completedGame, shows } = entry
  const left = {
    turnId,
    userId,
    timeSpent: 0,
    at: createdAt,
    completedGame,
    hiddenAt: createdAt,
    ...(shows !== undefined && { shows }),
  }
  if (entry.type === 'drawing')
    return { ...left, type: 'drawing', drawing: picture, sent: picture, strokes: null, strokeCount: 0 }
  const scored = entry.attempts.find(({ guess }) => guess === entry.guess)
  return {
    ...left,
    type: 'guess',
    guess: REMOVED,
    attempts: scored ? [{ ...scored, guess: REMOVED, at: createdAt }] : [],
    finalScore: entry.finalScore ?? judge(entry.guess, word),
  }
}
