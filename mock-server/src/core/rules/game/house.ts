import { HOUSE_TURN } from '../../contract/constants.ts'
import { earlier, type Instant, plus } from '../time/instant.ts'
import type { Attempt, Entry, Game } from './game.ts'
import { nextTurnType } from './game.ts'
import { bestAttempt } from './guess.ts'

/*
 * The house player Inky takes one turn in a game that would end with a single entry (API.md, House player). It is the
 * author of an entry and nothing else: no user, and no player of a game.
 */

/** The id of Inky, which no player can have: those of players are 22 characters. */
const HOUSE_ID = 'house-inky'
export const isHouse = (userId: string): boolean => userId === HOUSE_ID

/** As all players see it. */
export const HOUSE = { username: 'Inky', avatar: '🦑' } as const

/** Whether a game has a single entry, and nobody is about to add one. */
export const isLone = ({ entries, turn }: Game): boolean => entries.length === 1 && turn === null

/**
 * The latest time of the single entry with which a game of today gets a house turn now; null if none does yet. Public
 * games wait an hour; before midnight nobody waits.
 */
export function houseTurnFrom(kind: Game['kind'], dayEnd: Instant, now: Instant): Instant | null {
  if (now >= plus(dayEnd, -HOUSE_TURN.beforeMidnightMs)) return now
  return kind === 'public' ? plus(now, -HOUSE_TURN.publicWaitMs) : null
}

type Made =
  | { readonly attempts: readonly Attempt[] }
  | { readonly drawing: string; readonly strokes: string; readonly strokeCount: number }

/**
 * The game with a turn of the house, which takes no time. Players, their statuses and the end of the game are as before.
 *
 * @param made what {@link nextTurnType} asks for: guesses, at least one, or the SHA-256 of a drawing and its strokes
 * @throws Error for guesses where a drawing is due, or the other way round
 */
export function withHouseTurn(game: Game, turnId: string, made: Made, now: Instant): Game {
  const type = nextTurnType(game)
  const at = game.completedAt === null ? now : earlier(now, game.completedAt)
  const base = { turnId, userId: HOUSE_ID, timeSpent: 0, at, completedGame: false }
  const last = game.entries.findLastIndex(({ hiddenAt }) => hiddenAt === undefined)
  const shows = last === game.entries.length - 1 ? {} : { shows: last }
  let entry: Entry
  if ('attempts' in made) {
    const guess = bestAttempt(made.attempts)?.guess
    if (type !== 'guess' || guess === undefined) throw new Error('The house has nothing to guess')
    entry = { ...base, ...shows, type, guess, attempts: [...made.attempts] }
  } else {
    if (type !== 'drawing') throw new Error('The house has nothing to draw')
    entry = { ...base, ...shows, type, ...made, sent: made.drawing }
  }
  return { ...game, turnsStarted: game.turnsStarted + 1, entries: [...game.entries, entry] }
}
