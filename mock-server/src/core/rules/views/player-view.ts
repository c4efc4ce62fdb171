import type { EntryContent, Participant, Today, TurnView } from '../../contract/schemas/game.ts'
import type { GroupSummary } from '../../contract/schemas/group.ts'
import {
  type Entry,
  entryBefore,
  type Game,
  nextTurnType,
  type Player,
  playerOf,
  promptAt,
  statusOf,
  type Turn,
} from '../game/game.ts'
import { attemptsRemaining, attemptViews } from '../game/guess.ts'
import { activityOf, content, type Pictures, pictureKey } from '../game/shown-entries.ts'
import { daysTogether } from '../game/together.ts'
import { hiddenFor, type People, person, personKey, stepKey, type Veil } from '../players/people.ts'

/*
 * The only views of an open game that players get. They reveal no word, drawing or guess before the player's own turn
 * (API.md, Secrecy).
 */

/** The index in the chain of the player's entry or of the turn they hold; null if there is neither. */
function placeOf(game: Game, userId: string): number | null {
  const own = game.entries.findIndex((entry) => entry.userId === userId)
  if (own >= 0) return own
  return game.turn?.userId === userId ? game.entries.length : null
}

/** Keys of the pictures in {@link todayView} and {@link turnView}: the player's drawing and the one they guess. */
export function picturesFor(game: Game, userId: string): string[] {
  const place = placeOf(game, userId)
  if (place === null) return []
  return [entryBefore(game, place), game.entries[place]].flatMap((entry) => pictureKey(entry) ?? [])
}

/** The entry that the player's turn shows or has shown to them. */
export function shownBefore(game: Game, userId: string): Entry | undefined {
  const place = placeOf(game, userId)
  return place === null ? undefined : entryBefore(game, place)
}

/**
 * What the player guesses or draws, and whether it is hidden from them. 'all' means that the turn can be passed without a
 * mark, so it is not said of what the player has hidden after the last excuse.
 */
function previousEntry(
  game: Game,
  place: number,
  { pictures, veil }: Pick<TodayData, 'pictures' | 'veil'>,
): EntryContent | null {
  const entry = entryBefore(game, place)
  const shown = content(entry, pictures)
  if (!entry || !shown) return null
  const key = stepKey(game.id, game.entries.indexOf(entry))
  const isHidden = entry.hiddenAt !== undefined && !(place === game.entries.length && game.turn?.unexcused)
  return { ...shown, ...hiddenFor(isHidden, key, entry.userId, veil) }
}

export interface TodayData {
  game: Game
  people: People
  pictures: Pictures
  group: GroupSummary | null
  /** What the player does not want to see. */
  veil: Veil
}

/** Today's game as the player may see it. */
export function todayView({ game, people, pictures, group, veil }: TodayData, userId: string): Today {
  const you = playerOf(game, userId)
  const place = placeOf(game, userId)
  const own = place === null ? undefined : game.entries[place]
  return {
    hasGame: true,
    gameId: game.id,
    status: statusOf(game),
    yourStatus: you?.status ?? null,
    canStartTurn: canStart(game, you),
    yourNextTurnType: activityOf(own?.type ?? game.turn?.type ?? nextTurnType(game)),
    currentTurn: game.turn && {
      userId: game.turn.userId,
      username: person(people, game.turn.userId).username,
      type: activityOf(game.turn.type),
    },
    participants: participantViews(game, people, veil, userId),
    yourSubmission: own ? { ...content(own, pictures), ...(own.review && { review: own.review }) } : null,
    yourPreviousEntry: place === null ? null : previousEntry(game, place, { pictures, veil }),
    word:
      place === null || (game.turn?.userId === userId && game.turn.type === 'guess')
        ? null
        : promptAt(game, place),
    gameType: game.kind,
    group: group && { ...group, daysTogether: daysTogether(game) },
  }
}

/** @param viewerId the player who sees them, and whether their own turn was excused */
export function participantViews(game: Game, people: People, veil: Veil, viewerId: string): Participant[] {
  return game.players.map(({ userId, status, playedAt, joinedAt, excused }) => {
    const { username, avatar, isHidden = false } = person(people, userId)
    return {
      userId,
      username,
      avatar,
      status,
      playedAt,
      joinedAt,
      ...hiddenFor(isHidden, personKey(userId), userId, veil),
      ...(excused && userId === viewerId && { excused }),
    }
  })
}

/** The response for a member of a group that has no game today. */
export const noGameToday: Today = {
  hasGame: false,
  gameId: null,
  status: null,
  yourStatus: null,
  canStartTurn: false,
  yourNextTurnType: null,
  currentTurn: null,
  participants: [],
  yourSubmission: null,
  yourPreviousEntry: null,
  word: null,
  gameType: null,
  group: null,
}

const canStart = (game: Game, you: Player | undefined): boolean =>
  you?.status === 'pending' && game.turn === null && game.completedAt === null

/** The turn as its holder sees it. */
export function turnView(game: Game, turn: Turn, pictures: Pictures, veil: Veil): TurnView {
  const place = game.entries.length
  return {
    turnId: turn.id,
    gameId: game.id,
    type: turn.type,
    expiresAt: turn.expiresAt,
    word: turn.type === 'drawing' ? promptAt(game, place) : null,
    previousEntry: previousEntry(game, place, { pictures, veil }),
    currentAttempts: attemptViews(turn.attempts),
    attemptsRemaining: attemptsRemaining(turn),
  }
}
