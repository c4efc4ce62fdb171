import { addDays } from '../../rules/day.ts'
import {
  type DueMessage,
  inDaytime,
  isTurnFree,
  LEASE_MS,
  MAX_PER_DAY,
  type PushText,
  reminderReason,
  type Zones,
} from '../../rules/due-message.ts'
import type { Game } from '../../rules/game.ts'
import { msOf, plus } from '../../rules/instant.ts'
import { localDay } from '../../rules/local-time.ts'
import { NO_VEIL, personKey, type Veil } from '../../rules/people.ts'
import { type NameOf, reminderText, resultsText, turnText } from '../../rules/push-texts.ts'
import type { Context } from '../context.ts'
import type { PushMessage } from '../ports.ts'
import { playerDay } from '../store.ts'
import { loadVeil } from '../view-data/load-view-data.ts'
import { type Receiver, receiversOf, wants } from './receivers.ts'

/** A message that this process must send now, to each of its tokens. */
export interface Claimed {
  /** As stored. */
  readonly message: DueMessage
  readonly zone: string
  readonly toSend: readonly PushMessage[]
}

/**
 * Takes the next due messages out of the queue for a while, so that no other process sends them. Those that have become
 * pointless are removed: the turn is taken, the day is over, the player has played or wants none.
 */
export async function nextMessages(
  context: Context,
  limit: number,
): Promise<{ readonly claimed: readonly Claimed[]; readonly hasMore: boolean }> {
  const { tx, now, settings } = context
  await tx.lock('messages')
  const due = await tx.dueMessages(now, limit)
  const userIds = [...new Set(due.map(({ userId }) => userId))]
  if (userIds.length === 0) return { claimed: [], hasMore: false }
  const receivers = await receiversOf(context, userIds)
  const sent = await sentDays(context, userIds)
  const textOf = await texts(context, due, receivers)
  const claimed: Claimed[] = []
  for (const message of due) {
    const { id, userId, kind } = message
    const receiver = receivers.get(userId)
    const zones = { player: receiver?.zone ?? settings.timeZone, game: settings.timeZone }
    const text = receiver && isOfUse(message, receiver, now) ? textOf(message, zones) : null
    const today = localDay(now, zones.player)
    const days = sent.get(userId) ?? []
    const isCounted = message.sentOn === undefined && kind !== 'notice'
    const isTooMany = isCounted && days.filter((day) => day === today).length >= MAX_PER_DAY
    if (!receiver || !text || isTooMany) {
      tx.remove('messages', id)
      continue
    }
    const daytime = inDaytime(now, zones.player)
    if (daytime !== now) {
      tx.replace('messages', message, { ...message, dueAt: daytime })
      continue
    }
    const sentOn = message.sentOn ?? today
    if (isCounted) sent.set(userId, [...days, today])
    const after = { ...message, sentOn, attempts: (message.attempts ?? 0) + 1, dueAt: plus(now, LEASE_MS) }
    tx.replace('messages', message, after)
    const lifeMs = msOf(message.expiresAt) - msOf(now)
    const tokens = receiver.tokens.filter(({ token }) => message.tokens?.includes(token) ?? true)
    const toSend = tokens.map(({ token, platform }) => ({
      token,
      platform,
      ...text,
      kind,
      path: pathOf(message),
      lifeMs,
    }))
    claimed.push({ message: after, zone: zones.player, toSend })
  }
  return { claimed, hasMore: due.length === limit }
}

const isOfUse = ({ kind, isDone, expiresAt }: DueMessage, { user }: Receiver, now: string): boolean =>
  !isDone && now < expiresAt && (kind === 'notice' || wants(user, kind))

/** The screen that a tap opens. */
const pathOf = ({ kind, gameId }: DueMessage): string =>
  kind === 'results' && gameId !== null
    ? `/game/results?gameId=${encodeURIComponent(gameId)}`
    : kind === 'turn'
      ? '/game/ready'
      : '/'

/** The days of the player's own calendar on which they were sent a message, once for each. */
async function sentDays({ tx }: Context, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const days = new Map<string, string[]>()
  for (const { userId, sentOn, kind } of await tx.findMany('messages', 'user', userIds)) {
    if (sentOn !== undefined && kind !== 'notice') days.set(userId, [...(days.get(userId) ?? []), sentOn])
  }
  return days
}

/** The text of each message; null for one that has become pointless. */
async function texts(
  context: Context,
  due: readonly DueMessage[],
  receivers: ReadonlyMap<string, Receiver>,
): Promise<(message: DueMessage, zones: Zones) => PushText | null> {
  const { tx, now } = context
  const wanted = due.filter(({ userId, isDone }) => !isDone && receivers.has(userId))
  const reminders = wanted.filter(({ kind }) => kind === 'reminder')
  const keys = reminders.flatMap(({ userId, day }) => [
    playerDay(userId, day),
    playerDay(userId, addDays(day, -1)),
  ])
  const games = [
    ...(await tx.getMany('games', [...new Set(wanted.flatMap(({ gameId }) => gameId ?? []))])),
    ...(await tx.findMany('games', 'playerDay', keys)),
  ]
  const byId = new Map(games.map((game) => [game.id, game]))
  const gamesOf = new Map<string, Game[]>()
  for (const game of byId.values()) {
    for (const { userId } of game.players) gamesOf.set(userId, [...(gamesOf.get(userId) ?? []), game])
  }
  const authors = games.flatMap(({ entries }) => entries.map(({ userId }) => userId))
  const users = await tx.getMany('users', [...new Set(authors)])
  const authorOf = new Map(users.map((user) => [user.id, user]))
  const veils = new Map<string, Veil>()
  for (const { user } of receivers.values()) veils.set(user.id, await loadVeil(context, user))
  const nameFor = (id: string, { reported, blocked }: Veil): string | null => {
    const author = authorOf.get(id)
    const isHidden = !author || author.hiddenName || reported.has(personKey(id)) || blocked.has(id)
    return isHidden ? null : author.username
  }
  return ({ kind, userId, gameId, day, text }, zones) => {
    if (text) return text
    const nameOf: NameOf = (id) => nameFor(id, veils.get(userId) ?? NO_VEIL)
    if (kind === 'reminder') {
      const reason = reminderReason(userId, day, gamesOf.get(userId) ?? [])
      return reason && reminderText(reason, day, zones, nameOf)
    }
    const game = byId.get(gameId ?? '')
    if (!game) return null
    if (kind === 'results') return resultsText(game, userId, nameOf)
    return isTurnFree(game, userId, now) ? turnText(game, zones, nameOf) : null
  }
}
