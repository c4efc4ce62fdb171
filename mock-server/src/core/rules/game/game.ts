import { PUBLIC_GAME, TURN } from '../../contract/constants.ts'
import type { GameStatus, PlayerStatus, TurnType } from '../../contract/schemas/game.ts'
import type { Review } from '../../contract/schemas/safety.ts'
import type { Attempt, DrawingEntry, Entry, Game, GuessEntry, Player, Turn } from '../stored/game.ts'
import type { GameDay } from '../time/day.ts'
import { type Instant, plus } from '../time/instant.ts'

export type { Attempt, DrawingEntry, Entry, Game, GuessEntry, Player, Turn }

export interface NewGame {
  id: string
  kind: Game['kind']
  groupId: string | null
  day: GameDay
  word: string
  now: Instant
  /** In join order. */
  userIds: readonly string[]
  /** {@link Game.together} */
  together?: number
}

export function createGame({ id, kind, groupId, day, word, now, userIds, together = 0 }: NewGame): Game {
  return {
    id,
    kind,
    groupId,
    day,
    word,
    ...(together > 0 && { together }),
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

/** `waiting` until the first turn starts, then `active` (API.md, The day). */
export function statusOf(game: Game): GameStatus {
  if (game.completedAt !== null) return 'completed'
  return game.turnsStarted > 0 ? 'active' : 'waiting'
}

export const playerOf = (game: Game, userId: string): Player | undefined =>
  game.players.find((player) => player.userId === userId)

export const hasPlayed = (player: Player): boolean =>
  player.status === 'completed' || player.status === 'skipped'

/** The first turn is a drawing; then guesses and drawings alternate. Skipped turns and hidden entries do not count. */
export const nextTurnType = (game: Game): TurnType =>
  lastVisible(game)?.type === 'drawing' ? 'guess' : 'drawing'

/**
 * The entry shown to the player of the entry or turn at `index`: the drawing to guess or the guess to draw. Undefined
 * if the player draws the word. It may have been hidden since.
 */
export function entryBefore(game: Game, index: number): Entry | undefined {
  const of = game.entries[index] ?? game.turn
  return of ? game.entries[of.shows ?? index - 1] : lastVisible(game)
}

const lastVisible = (game: Game): Entry | undefined =>
  game.entries.findLast(({ hiddenAt }) => hiddenAt === undefined)

/** {@link Turn.shows} of a turn that starts now. */
export function shownToNext(game: Game): number | undefined {
  const last = lastVisible(game)
  const shows = last ? game.entries.indexOf(last) : -1
  return shows === game.entries.length - 1 ? undefined : shows
}

/**
 * The prompt of the entry at `index`. For a drawing: the word or the previous guess, which the player draws. For a
 * guess: the prompt of the drawing before it, which the guess is scored against. A hidden guess counts as skipped, so
 * it is replaced by its own prompt.
 */
export function promptAt(game: Game, index: number): string {
  const before = entryBefore(game, index)
  if (!before) return game.word
  const isPrompt = before.type === 'guess' && before.hiddenAt === undefined
  return isPrompt ? before.guess : promptAt(game, game.entries.indexOf(before))
}

/** Whether this player holds a turn on something that was hidden meanwhile, and may pass it without a mark. */
export const holdsHidden = (game: Game, userId: string): boolean =>
  game.turn?.userId === userId &&
  !game.turn.unexcused &&
  entryBefore(game, game.entries.length)?.hiddenAt !== undefined

/** Hides an entry for everybody, or shows it again. @param review what its author is told about it */
export function hideEntry(game: Game, index: number, hiddenAt: Instant | null, review?: Review): Game {
  const entries = game.entries.map((entry, at): Entry => {
    if (at !== index) return entry
    const { hiddenAt: since, review: _, ...shown } = entry
    return {
      ...shown,
      ...(hiddenAt !== null && { hiddenAt: since ?? hiddenAt }),
      ...(review && { review }),
    }
  })
  return { ...game, entries }
}

/** Appends a player. Does nothing if the game is over or the player is already in it. */
export function joinGame(game: Game, userId: string, now: Instant): Game {
  if (game.completedAt !== null || playerOf(game, userId)) return game
  return { ...game, players: [...game.players, newPlayer(userId, now)] }
}

/**
 * Handles a player who left the group or was kicked: a pending player is removed, a playing one is skipped, and
 * entries stay (API.md, Groups).
 */
export function leaveGame(game: Game, userId: string, now: Instant): Game {
  if (game.completedAt !== null) return game
  const player = playerOf(game, userId)
  if (player?.status === 'playing') return skipPlayer(game, userId, now)
  if (player?.status !== 'pending') return game
  return completeIfOver({ ...game, players: game.players.filter((other) => other !== player) }, now)
}

/**
 * Marks a pending or playing player as skipped and ends their turn without an entry.
 * @param excused whether no streak counts this against the player
 */
export function skipPlayer(game: Game, userId: string, now: Instant, excused = false): Game {
  const players = withStatus(game.players, userId, 'skipped', now)
  return completeIfOver(
    {
      ...game,
      turn: game.turn?.userId === userId ? null : game.turn,
      players: excused
        ? players.map((player) => (player.userId === userId ? { ...player, excused: true } : player))
        : players,
    },
    now,
  )
}

/** Ends the running turn without an entry, so that its player may start again. */
export const freeTurn = (game: Game): Game =>
  game.turn
    ? { ...game, turn: null, players: withStatus(game.players, game.turn.userId, 'pending', null) }
    : game

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
      // A damaged game must be stored to be repaired.
      (entries ?? []).flatMap((entry) =>
        entry.type === 'drawing' ? [entry.drawing, entry.strokes ?? []].flat() : [],
      ),
    ),
  ),
]

/** Whether a game named a blob that it no longer names, because it was changed or removed (null). */
export function losesBlobs(before: Game | undefined, after: Game | null): boolean {
  if (before === undefined) return false
  const left = new Set(after ? blobNamesOf([after]) : [])
  return blobNamesOf([before]).some((name) => !left.has(name))
}
