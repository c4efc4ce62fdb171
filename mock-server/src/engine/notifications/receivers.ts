import type { DueMessage, PushKind, Zones } from '../../core/rules/notifications/due-message.ts'
import { suspensionAt, type User } from '../../core/rules/players/user.ts'
import type { Instant } from '../../core/rules/time/instant.ts'
import type { PushToken } from '../collections.ts'
import type { Context } from '../context.ts'

/** A player with a device that takes notifications. */
export interface Receiver {
  readonly user: User
  /** Sorted by token. */
  readonly tokens: readonly PushToken[]
  /** The player's are those of the device registered last. */
  readonly zones: Zones
}

/** Those of these players who take notifications, by user id in the order of `userIds`. */
export async function receiversOf(
  { tx, now, settings }: Context,
  userIds: readonly string[],
): Promise<Map<string, Receiver>> {
  const found = new Map<string, PushToken[]>()
  for (const token of await tx.peek('pushTokens', 'user', userIds)) {
    found.set(token.userId, [...(found.get(token.userId) ?? []), token])
  }
  const users = found.size === 0 ? [] : await tx.peek('users', 'id', [...found.keys()])
  const byId = new Map(users.map((user) => [user.id, user]))
  const receivers = new Map<string, Receiver>()
  for (const id of userIds) {
    const user = byId.get(id)
    const tokens = found.get(id)
    if (!user || !tokens || !mayNotify(user, now)) continue
    tokens.sort((a, b) => (a.token < b.token ? -1 : 1))
    const { timeZone = settings.timeZone, hourCycle = 'h12' } = lastWithZone(tokens) ?? {}
    const zones = { player: timeZone, game: settings.timeZone, hourCycle }
    receivers.set(id, { user, tokens, zones })
  }
  return receivers
}

export const wants = ({ pushKindsOff = [] }: User, kind: PushKind): boolean => !pushKindsOff.includes(kind)

/** Suspended players get no messages. */
const mayNotify = (user: User, now: Instant): boolean => user.pushNotifications && !suspensionAt(user, now)

const lastWithZone = (tokens: readonly PushToken[]): PushToken | undefined =>
  tokens
    .filter(({ timeZone }) => timeZone !== undefined)
    .reduce<PushToken | undefined>(
      (last, token) => (last && last.createdAt > token.createdAt ? last : token),
      undefined,
    )

/**
 * Adds those messages that are not in the queue yet. Those that are, and were not tried, are due as early as the new ones.
 * @param messages null for none
 */
export async function queueMessages(
  { tx }: Context,
  messages: readonly (DueMessage | null)[],
): Promise<void> {
  const byId = new Map(messages.flatMap((message) => (message ? [[message.id, message] as const] : [])))
  if (byId.size === 0) return
  for (const known of await tx.peek('messages', 'id', [...byId.keys()])) {
    const { dueAt = known.dueAt } = byId.get(known.id) ?? {}
    if (known.attempts === undefined && dueAt < known.dueAt)
      tx.replace('messages', known, { ...known, dueAt })
    byId.delete(known.id)
  }
  for (const message of byId.values()) tx.insert('messages', message)
}
