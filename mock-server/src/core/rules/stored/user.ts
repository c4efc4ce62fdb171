import * as z from 'zod/mini'
import { count, gameDay, id, instant } from '../../contract/schemas/primitives.ts'
import { reportKind, reportReason } from '../../contract/schemas/safety.ts'
import { type Stored, sha256, text } from './fields.ts'
import { pushKind } from './push.ts'

/** A suspended user may read and not change anything. */
const suspension = z.strictObject({
  /** Null for good. */
  until: z.nullable(instant),
  reason: z.nullable(text),
})
export type Suspension = Stored<typeof suspension>

/** What moderators tell a player about something of theirs. */
const warning = z.strictObject({
  at: instant,
  /** Of the reported thing, if it is about one. */
  thingId: z.nullable(text),
  kind: z.nullable(reportKind),
  text: z.nullable(text),
  reasons: z.array(reportReason),
  note: z.nullable(text),
})
export type Warning = Stored<typeof warning>

/** A report by this user that a moderator has dismissed. */
const dismissedReport = z.strictObject({ reportId: id, at: instant })
export type DismissedReport = Stored<typeof dismissedReport>

/** A player. */
export const user = z.strictObject({
  id,
  /** SHA-256 of the device id, which is a secret and is not stored. */
  deviceHash: sha256,
  username: text,
  avatar: z.nullable(text),
  groupId: z.nullable(id),
  finishedOnboarding: z.boolean(),
  pushNotifications: z.boolean(),
  /** Kinds of notifications that the player has turned off; absent for none. */
  pushKindsOff: z.exactOptional(z.array(pushKind)),
  createdAt: instant,
  /** The number of groups this user has created. Part of the seed of the next group's id. */
  groupsFounded: count,
  /** How many things this user has reported and players they have blocked; absent for none. Saves looking for them. */
  reportsMade: z.exactOptional(count),
  blocksMade: z.exactOptional(count),
  /** Names and avatars of this user that are hidden for all. Others are shown. */
  hiddenTexts: z.exactOptional(z.array(text)),
  /** Those of lately; absent for none. */
  dismissedReports: z.exactOptional(z.array(dismissedReport)),
  /** The latest day on which a report excused this user from a turn. */
  excusedOn: z.exactOptional(gameDay),
  suspension: z.exactOptional(suspension),
  /** Not yet confirmed by the player. */
  warning: z.exactOptional(warning),
  /** When the device of `deviceHash` became one of this player, if not at `createdAt`. */
  deviceAddedAt: z.exactOptional(instant),
  /** What the device of `deviceHash` was when it became one of this player; absent if it did not say. */
  deviceName: z.exactOptional(text),
  /** The latest use of the device of `deviceHash`, to the day. */
  seenAt: z.exactOptional(instant),
  /** When the latest device joined those of the player. */
  deviceJoinedAt: z.exactOptional(instant),
  /** Of the devices that joined until then, the player has read on the device of `deviceHash`. */
  joinsReadAt: z.exactOptional(instant),
  /** The latest day on which the player was active; absent for never. */
  activeOn: z.exactOptional(gameDay),
  /** Devices that were signed out, by their ids, so that their tokens are invalid; oldest first, and as long as tokens live. */
  signedOut: z.exactOptional(z.array(z.strictObject({ id, at: instant }))),
  /** Set when the player was found to have finished a turn, so that the account stays however long they are away. */
  hasPlayed: z.exactOptional(z.literal(true)),
  /** Groups that keep this user out; absent for none. */
  keptOutOf: z.exactOptional(z.array(id)),
  /** Set for a deleted account, which is stored as long as it is suspended or open reports are about it. */
  deletedAt: z.exactOptional(instant),
  /** Hashes of the devices that a deleted account had, for a suspension that moderators may yet decide on. */
  formerDevices: z.exactOptional(z.array(sha256)),
})
export type User = Stored<typeof user>
