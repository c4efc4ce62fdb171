import {
  type DueMessage,
  inDaytime,
  LEASE_MS,
  MAX_PER_DAY,
} from '../../core/rules/notifications/due-message.ts'
import { calendarDayAt } from '../../core/rules/time/day.ts'
import { msOf, plus } from '../../core/rules/time/instant.ts'
import type { Context } from '../context.ts'
import type { PushMessage } from '../ports.ts'
import { messageTexts } from './message-texts.ts'
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
  const due = await tx.peekSearch('dueMessages', now, limit)
  const userIds = [...new Set(due.map(({ userId }) => userId))]
  if (userIds.length === 0) return { claimed: [], hasMore: false }
  const receivers = await receiversOf(context, userIds)
  const sent = await sentDays(context, userIds)
  const textOf = await messageTexts(context, due, receivers)
  const claimed: Claimed[] = []
  for (const message of due) {
    const { id, userId, kind } = message
    const receiver = receivers.get(userId)
    const zones = receiver?.zones ?? { player: settings.timeZone, game: settings.timeZone }
    const found = receiver && isOfUse(message, receiver, now) ? textOf(message, zones) : null
    const today = calendarDayAt(now, zones.player)
    const days = sent.get(userId) ?? []
    const isCounted = message.sentOn === undefined && kind !== 'notice'
    const isTooMany = isCounted && days.filter((day) => day === today).length >= MAX_PER_DAY
    if (!receiver || !found || isTooMany) {
      tx.remove('messages', id)
      continue
    }
    const mayAt = inDaytime('laterAt' in found ? found.laterAt : now, zones.player)
    if (mayAt > now || 'laterAt' in found) {
      tx.replace('messages', message, { ...message, dueAt: mayAt })
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
      ...found.text,
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
  for (const { userId, sentOn, kind } of await tx.peek('messages', 'user', userIds)) {
    if (sentOn !== undefined && kind !== 'notice') days.set(userId, [...(days.get(userId) ?? []), sentOn])
  }
  return days
}
