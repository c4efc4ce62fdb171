import * as z from 'zod/mini'
import { hourCycle, platform, token } from '../../contract/schemas/notifications.ts'
import { count, gameDay, id, instant } from '../../contract/schemas/primitives.ts'
import { type Stored, text } from './fields.ts'

/** The kinds that a player switches one by one. */
export const PUSH_KINDS = ['results', 'turn', 'reminder'] as const
export const pushKind = z.enum(PUSH_KINDS)
export type PushKind = z.infer<typeof pushKind>

/**
 * A notice is from moderators or the operator. No player turns it off by itself, and it does not count for the limit of
 * a day.
 */
const messageKind = z.enum([...PUSH_KINDS, 'notice'])
export type MessageKind = z.infer<typeof messageKind>

export const pushToken = z.strictObject({
  token,
  platform,
  userId: id,
  /** The id of the player's device that registered it, as in the list of devices; null in the demo world. */
  deviceId: z.nullable(text),
  createdAt: instant,
  /** IANA name; absent if the device has not told it. */
  timeZone: z.exactOptional(text),
  /** How the device writes times. */
  hourCycle: z.exactOptional(hourCycle),
})
export type PushToken = Stored<typeof pushToken>

/** The text of a notification. */
const pushText = z.strictObject({ title: text, body: text })
export type PushText = Stored<typeof pushText>

/** A notification of one player that is due or was sent. */
export const dueMessage = z.strictObject({
  id: text,
  kind: messageKind,
  userId: id,
  /** Null for a message about no game. */
  gameId: z.nullable(id),
  /** The game day that it is about. */
  day: gameDay,
  /** When the queue looks at it next. */
  dueAt: instant,
  /** From then on it is of no use. */
  expiresAt: instant,
  /** The player who nudges the receiver. */
  from: z.exactOptional(id),
  /** The text of a notice; the other texts are written when they are sent. */
  text: z.exactOptional(pushText),
  /** How often it was tried. */
  attempts: z.exactOptional(count),
  /** The tokens that are to get it; absent for all. After the first attempt, those that have not got it. */
  tokens: z.exactOptional(z.array(text)),
  /** The player's own day on which it was first sent, for the limit of a day. */
  sentOn: z.exactOptional(gameDay),
  /** Nothing is left to be sent. It stays until `dueAt`: for the limit, and so that nothing is told twice. */
  isDone: z.exactOptional(z.literal(true)),
})
export type DueMessage = Stored<typeof dueMessage>
