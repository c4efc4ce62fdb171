import type { ReportKind, ReportReason } from '../../contract/schemas/safety.ts'
import type { UserView } from '../../contract/schemas/user.ts'
import type { PushKind } from '../notifications/due-message.ts'
import type { GameDay } from '../time/day.ts'
import type { Instant } from '../time/instant.ts'

/** A player as stored. */
export interface User {
  readonly id: string
  /** SHA-256 of the device id, which is a secret and is not stored. */
  readonly deviceHash: string
  readonly username: string
  readonly avatar: string | null
  readonly groupId: string | null
  readonly finishedOnboarding: boolean
  readonly pushNotifications: boolean
  /** Kinds of notifications that the player has turned off; absent for none. */
  readonly pushKindsOff?: readonly PushKind[]
  readonly createdAt: Instant
  /** The number of groups this user has created. Part of the seed of the next group's id. */
  readonly groupsFounded: number
  /** How many things this user has reported and players they have blocked; absent for none. Saves looking for them. */
  readonly reportsMade?: number
  readonly blocksMade?: number
  /** Names and avatars of this user that are hidden for all. Others are shown. */
  readonly hiddenTexts?: readonly string[]
  readonly suspension?: Suspension
  /** Not yet confirmed by the player. */
  readonly warning?: Warning
  /** When the device of `deviceHash` became one of this player, if not at `createdAt`. */
  readonly deviceAddedAt?: Instant
  /** The latest use of the device of `deviceHash`, to the day. */
  readonly seenAt?: Instant
  /** The latest day on which the player was active; absent for never. */
  readonly activeOn?: GameDay
  /** Ids of devices that were signed out, so that their tokens are invalid. */
  readonly signedOut?: readonly string[]
  /** Set for an account that was deleted. Nothing else of it is kept but what its games need. */
  readonly deletedAt?: Instant
}

/** A suspended user may read and not change anything. */
export interface Suspension {
  /** Null for good. */
  readonly until: Instant | null
  readonly reason: string | null
}

/** What moderators tell a player about something of theirs. */
export interface Warning {
  readonly at: Instant
  /** Of the reported thing, if it is about one. */
  readonly thingId: string | null
  readonly kind: ReportKind | null
  readonly text: string | null
  readonly reasons: readonly ReportReason[]
  readonly note: string | null
}

/** The suspension that is in force, if any. */
export const suspensionAt = ({ suspension }: User, now: Instant): Suspension | undefined =>
  suspension && (suspension.until === null || now < suspension.until) ? suspension : undefined

/** What a suspended player is told, with the last day in a time zone. */
export function suspensionMessage(
  { until }: Suspension,
  { timeZone }: { readonly timeZone: string },
): string {
  if (until === null) return 'Your account is closed'
  const day = new Date(until).toLocaleDateString('en-US', { dateStyle: 'long', timeZone })
  return `Your account is suspended until ${day}`
}

/** A user as the API shows it to themself (API.md, Players and tokens). */
export function userView(user: User, now: Instant): UserView {
  const { id, username, avatar, groupId, finishedOnboarding } = user
  const suspension = suspensionAt(user, now)
  return {
    id,
    username,
    avatar,
    groupId,
    settings: {},
    finishedOnboarding,
    ...(suspension && { suspension: { until: suspension.until, reason: suspension.reason } }),
    ...(user.warning && { warning: warningView(user.warning) }),
  }
}

const warningView = ({ thingId: _, reasons, ...warning }: Warning) => ({ ...warning, reasons: [...reasons] })

/** Whether a name or avatar of the user is hidden for all. */
export const isHiddenText = ({ hiddenTexts }: User, text: string | null): boolean =>
  text !== null && (hiddenTexts?.includes(text) ?? false)
