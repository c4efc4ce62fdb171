import { PUBLIC_GAME, TURN } from '../contract/constants.ts'
import type { MatchCategory } from '../contract/match-categories.ts'
import type { GameStatus, PlayerStatus, TurnType } from '../contract/schemas/game.ts'
import type { GameDay } from './day.ts'
import { type Instant, plus } from './instant.ts'

/** A game as stored: its players, the current turn, and the chain so far. */
export interface Game {
  readonly id: string
  readonly kind: 'group' | 'public'
  readonly groupId: string | null
  readonly day: GameDay
  readonly word: string
  readonly createdAt: Instant
  /** Set when the game is over. */
  readonly completedAt: Instant | null
  /** In join order. */
  readonly players: readonly Player[]
  readonly turn: Turn | null
  /** How many turns were started. Part of the seed of the next turn's id. */
  readonly turnsStarted: number
  /** The chain: a drawing, a guess of it, a drawing of that guess, and so on. Skipped turns are not in it. */
  readonly entries: readonly Entry[]
}

export interface Player {
  readonly userId: string
  readonly joinedAt: Instant
  readonly status: PlayerStatus
  /** When the turn was completed or skipped. */
  readonly playedAt: Instant | null
}

/** The turn that one player holds. */
export interface Turn {
  readonly id: string
  readonly userId: string
  readonly type: TurnType
  readonly startedAt: Instant
  readonly expiresAt: Instant
  /** Guesses made in a guessing turn, oldest first. Empty for a drawing turn. */
  readonly attempts: readonly Attempt[]
}

export interface Attempt {
  readonly guess: string
  /** 0 to 100. */
  readonly score: number
  readonly category: MatchCategory
  readonly at: Instant
}

interface EntryBase {
  readonly turnId: string
  readonly userId: string
  /** Seconds, as sent by the client. */
  readonly timeSpent: number
  readonly at: Instant
  /** Whether this entry completed the game. Stored so that a repeated submission gets the same response. */
  readonly completedGame: boolean
}

export interface DrawingEntry extends EntryBase {
  readonly type: 'drawing'
  /** SHA-256 of the PNG in the blob store. */
  readonly drawing: string
  /** SHA-256 of the PNG as sent, private chunks included. Identifies a repeated submission. */
  readonly sent: string
  readonly strokeCount: number
  /** SHA-256 of the stroke chunk's data in the blob store, if there is one. */
  readonly strokes: string | null
}

export interface GuessEntry extends EntryBase {
  readonly type: 'guess'
  readonly guess: string
  readonly attempts: readonly Attempt[]
}

export type Entry = DrawingEntry | GuessEntry

export interface NewGame {
  id: string
  kind: Game['kind']
  groupId: string | null
  day: GameDay
  word: string
  now: Instant
  /** In join order. */
  userIds: readonly string[]
}

export function createGame({ id, kind, groupId, day, word, now, userIds }: NewGame): Game {
  return {
    id,
    kind,
    groupId,
    day,
    word,
    createdAt: now,
    completedAt: null,
    players: userIds.map((userId) => newPlayer(userId, now)),
    turn: null,
    turnsStarted: 0,
    entries: [],
  }
}

const newPlayer = (userId: string, now: Instant): Player => ({
  userId,
  joinedAt: now,
  status: 'pending',
  playedAt: null,
})

/** `waiting` until the first turn starts, then `active` (api.md, The day and its games). */
export function statusOf(game: Game): GameStatus {
  if (game.completedAt !== null) return 'completed'
  return game.turnsStarted > 0 ? 'active' : 'waiting'
}

export const playerOf = (game: Game, userId: string): Player | undefined =>
  game.players.find((player) => player.userId === userId)

export const hasPlayed = (player: Player): boolean =>
  player.status === 'completed' || player.status === 'skipped'

/** The first turn is a drawing; then guesses and drawings alternate. Skipped turns do not count. */
export const nextTurnType = (game: Game): TurnType => (game.entries.length % 2 === 0 ? 'drawing' : 'guess')

/** The entry shown to the player of entry `index`; undefined for the first. */
export const entryBefore = (game: Game, index: number): Entry | undefined => game.entries[index - 1]

/**
 * The prompt of the entry at `index`. For a drawing: the word or the previous guess, which the player draws. For a
 * guess: the prompt of the drawing before it, which the guess is scored against.
 */
export function promptAt(game: Game, index: number): string {
  const drawing = index % 2 === 0 ? index : index - 1
  const guess = entryBefore(game, drawing)
  return guess?.type === 'guess' ? guess.guess : game.word
}

/** Appends a player. Does nothing if the game is over or the player is already in it. */
export function joinGame(game: Game, userId: string, now: Instant): Game {
  if (game.completedAt !== null || playerOf(game, userId)) return game
  return { ...game, players: [...game.players, newPlayer(userId, now)] }
}

/**
 * Handles a player who left the group or was kicked: a pending player is removed, a playing one is skipped, and
 * entries stay (api.md, Groups).
 */
export function leaveGame(game: Game, userId: string, now: Instant): Game {
  if (game.completedAt !== null) return game
  const player = playerOf(game, userId)
  if (player?.status === 'playing') return skipPlayer(game, userId, now)
  if (player?.status !== 'pending') return game
  return completeIfOver({ ...game, players: game.players.filter((other) => other !== player) }, now)
}

/** Marks a pending or playing player as skipped and ends their turn without an entry. */
export function skipPlayer(game: Game, userId: string, now: Instant): Game {
  return completeIfOver(
    {
      ...game,
      turn: game.turn?.userId === userId ? null : game.turn,
      players: withStatus(game.players, userId, 'skipped', now),
    },
    now,
  )
}

export const withStatus = (
  players: readonly Player[],
  userId: string,
  status: PlayerStatus,
  playedAt: Instant | null,
): readonly Player[] =>
  players.map((player) => (player.userId === userId ? { ...player, status, playedAt } : player))

/** Completes the game once everyone has played. A public game must also be full. */
export function completeIfOver(game: Game, now: Instant): Game {
  const full = game.kind === 'group' || game.players.length >= PUBLIC_GAME.players
  return full && game.players.length > 0 && game.players.every(hasPlayed)
    ? { ...game, completedAt: now }
    : game
}

/** The end of the grace period: nothing is accepted for the turn after this instant. */
export const turnDeadline = (turn: Turn): Instant => plus(turn.expiresAt, TURN.graceMs)

/** The names of the blobs of games, each once: their drawings, and the strokes of these. */
export const blobNamesOf = (games: readonly Game[]): string[] => [
  ...new Set(
    games.flatMap(({ entries }) =>
      entries.flatMap((entry) =>
        entry.type === 'drawing' ? [entry.drawing, entry.strokes ?? []].flat() : [],
      ),
    ),
  ),
]
