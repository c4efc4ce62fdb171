import { DAY_MS } from '../../contract/constants.ts'
import type { HourCycle } from '../../contract/schemas/notifications.ts'
import { type Game, hasPlayed, playerOf } from '../game/game.ts'
import type { DueMessage, MessageKind, PushKind, PushText } from '../stored/push.ts'
import { addDays, dayEnd, dayStart, type GameDay } from '../time/day.ts'
import { type Instant, later, plus } from '../time/instant.ts'
import { isBetweenHours, nextHour } from '../time/local-time.ts'

export type { DueMessage, MessageKind, PushKind, PushText }

/* Which notifications a player receives, and when (API.md, Notification times). */

/** Nobody is notified outside of these hours of their own day. */
const MORNING = 9
const EVENING = 21
const REMINDER = 18
export const MAX_PER_DAY = 2
/** The roll-over comes after the game's midnight, which may be the hour of the reminder. It still is evening then. */
export const LATE_REMINDER_MS = (EVENING - REMINDER) * 60 * 60_000

const MINUTE = 60_000
/** How long the process that sends a message has, before another one may send it. */
export const LEASE_MS = 2 * MINUTE
const MAX_DELAY_MS = 60 * MINUTE

/** When the results of a game of `day` are told: in the player's first morning after it. */
export function resultsMessage(userId: string, gameId: string, day: GameDay, zones: Zones): DueMessage {
  const available = dayEnd(day, zones.game)
  return {
    id: `results ${day} ${userId}`,
    kind: 'results',
    userId,
    gameId,
    day,
    dueAt: nextHour(available, MORNING, zones.player),
    // Then there are newer ones.
    expiresAt: dayEnd(addDays(day, 1), zones.game),
  }
}

/** Tells a waiting player that the turn is free: at once, or in the morning; null if the day is over by then. */
export function turnMessage(
  userId: string,
  game: Pick<Game, 'id' | 'day'>,
  now: Instant,
  zones: Zones,
): DueMessage | null {
  const { id: gameId, day } = game
  const dueAt = inDaytime(now, zones.player)
  const expiresAt = dayEnd(day, zones.game)
  if (dueAt >= expiresAt) return null
  return { id: `turn ${gameId} ${userId}`, kind: 'turn', userId, gameId, day, dueAt, expiresAt }
}

/** Tells a waiting player that another one waits for them, once in each turn; null as for {@link turnMessage}. */
export function nudgeMessage(
  userId: string,
  game: Pick<Game, 'id' | 'day' | 'turnsStarted'>,
  from: string,
  now: Instant,
  zones: Zones,
): DueMessage | null {
  const message = turnMessage(userId, game, now, zones)
  return message && { ...message, id: `nudge ${game.id} ${game.turnsStarted} ${userId}`, from }
}

/**
 * A reminder of a day of which the player has not played yet; null if its time is over.
 * @param lateMs how much later than its time it may be queued.
 */
export function reminderMessage(
  userId: string,
  day: GameDay,
  now: Instant,
  zones: Zones,
  lateMs = 0,
): DueMessage | null {
  const expiresAt = dayEnd(day, zones.game)
  const dueAt = nextHour(dayStart(day, zones.game), REMINDER, zones.player)
  if (dueAt >= expiresAt || plus(dueAt, lateMs) < now) return null
  return { id: `reminder ${day} ${userId}`, kind: 'reminder', userId, gameId: null, day, dueAt, expiresAt }
}

/** A text from moderators, which is of use for a week. */
export const noticeMessage = (userId: string, day: GameDay, now: Instant, text: PushText): DueMessage => ({
  id: `notice ${now} ${userId}`,
  kind: 'notice',
  userId,
  gameId: null,
  day,
  dueAt: now,
  expiresAt: plus(now, 7 * DAY_MS),
  text,
})

/** Tells a player that another device has joined theirs. @param tokens those of the others */
export const newDeviceMessage = (
  userId: string,
  day: GameDay,
  now: Instant,
  tokens: readonly string[],
): DueMessage => ({
  ...noticeMessage(userId, day, now, {
    title: 'A new device plays as you',
    body: 'If that was not you, open Inkling and sign it out: Profile, Your devices.',
  }),
  id: `new-device ${now} ${userId}`,
  tokens,
})

/** What the operator tells a player: at once, or in the morning; null if it is over by then. */
export function announcementMessage(
  userId: string,
  day: GameDay,
  announcement: { readonly id: string; readonly text: string; readonly at: Instant; readonly until: Instant },
  zones: Zones,
): DueMessage | null {
  const { text: body, at, until: expiresAt } = announcement
  const dueAt = inDaytime(at, zones.player)
  if (dueAt >= expiresAt) return null
  const notice = noticeMessage(userId, day, at, { title: 'News from Inkling', body })
  return { ...notice, id: announcementMessageId(userId, announcement), dueAt, expiresAt }
}

export const announcementMessageId = (
  userId: string,
  { id, at }: { readonly id: string; readonly at: Instant },
): string => `announcement ${at} ${id} ${userId}`

/** IANA names. */
export interface Zones {
  readonly player: string
  readonly game: string
  /** How the player's device writes times; 12 hours without it. */
  readonly hourCycle?: HourCycle
}

/** `now` if the player may be notified, else their next morning. */
export const inDaytime = (now: Instant, zone: string): Instant =>
  isBetweenHours(now, MORNING, EVENING, zone) ? now : nextHour(now, MORNING, zone)

/** When a message is tried again after `attempts` attempts. @param afterMs as the service asked */
export const retryAt = (now: Instant, attempts: number, afterMs = 0): Instant =>
  later(plus(now, Math.min(MINUTE * 2 ** (attempts - 1), MAX_DELAY_MS)), plus(now, afterMs))

/** Whether the player has yet to play in the game. */
export const isWaiting = (game: Game, userId: string): boolean =>
  game.completedAt === null && playerOf(game, userId)?.status === 'pending'

/** Why a player is reminded of a day. */
export type ReminderReason = { readonly others: readonly string[] } | { readonly streak: true }

/**
 * Why a player who has not played is reminded: others of their group have, or they have a streak. Null if there is no
 * reason.
 * @param games those of the player on the day
 */
export function reminderReason(
  userId: string,
  day: GameDay,
  games: readonly Game[],
  hasStreak: boolean,
): ReminderReason | null {
  const today = games.filter((game) => game.day === day)
  if (!today.every((game) => isWaiting(game, userId))) return null
  const group = today.find(({ kind, players }) => kind === 'group' && players.some(hasPlayed))
  if (group && group.entries.length > 0) return { others: group.entries.map((entry) => entry.userId) }
  return hasStreak ? { streak: true } : null
}
