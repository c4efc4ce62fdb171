import type { MatchCategory } from '../../contract/match-categories.ts'
import type { Ruling } from '../refusal.ts'
import { type Instant, plus } from '../time/instant.ts'
import { createGame, type Game } from './game.ts'
import { attemptGuess } from './guess.ts'
import { startTurn, submitTurn } from './turn.ts'

export const NOON: Instant = '2026-03-07T17:00:00.000Z'
export const MIDNIGHT: Instant = '2026-03-08T05:00:00.000Z'

export const after = (ms: number): Instant => plus(NOON, ms)

export const groupGame = (...userIds: string[]): Game =>
  createGame({
    id: 'game',
    kind: 'group',
    groupId: 'owls',
    day: '2026-03-07',
    word: 'cat',
    now: NOON,
    userIds,
  })

/**
 * The value of an allowed ruling.
 *
 * @throws Error with the refusal's code and message.
 */
export function allowed<T>(ruling: Ruling<T>): T {
  if (!ruling.ok) throw new Error(`refused: ${ruling.refusal.code} ${ruling.refusal.message}`)
  return ruling.value
}

export const refusalOf = (ruling: Ruling<unknown>): string =>
  ruling.ok ? 'allowed' : `${ruling.refusal.code}: ${ruling.refusal.message}`

export const start = (game: Game, userId: string, now: Instant = NOON): Ruling<Game> =>
  startTurn(game, {
    userId,
    turnId: `turn-${game.turnsStarted}`,
    now,
    dayEnd: MIDNIGHT,
    usernameOf: (id) => id.toUpperCase(),
  })

export const draw = (
  game: Game,
  userId: string,
  now: Instant = NOON,
  picture = `${userId}'s`,
): Ruling<Game> =>
  submitTurn(
    game,
    userId,
    { type: 'drawing', drawing: picture, sent: picture, strokes: null, strokeCount: 3, timeSpent: 40 },
    now,
  )

export const attempt = (
  game: Game,
  userId: string,
  guess: string,
  score: number,
  now: Instant = NOON,
  category: MatchCategory = score === 100 ? 'EXACT' : 'DISTANT',
): Ruling<Game> => attemptGuess(game, userId, { guess, score, category }, now)

export const finalise = (game: Game, userId: string, guess: string, now: Instant = NOON): Ruling<Game> =>
  submitTurn(game, userId, { type: 'guess', guess, timeSpent: 20 }, now)

/** The game after a drawing turn from start to submission. */
export const afterDrawing = (game: Game, userId: string): Game =>
  allowed(draw(allowed(start(game, userId)), userId))

/** The game after a guessing turn with one attempt. */
export const afterGuess = (game: Game, userId: string, guess: string, score = 10): Game =>
  allowed(finalise(allowed(attempt(allowed(start(game, userId)), userId, guess, score)), userId, guess))
