import { DAY_MS, TOKEN } from '../../contract/constants.ts'
import type { UserView } from '../../contract/schemas/user.ts'
import type { Suspension, User, Warning } from '../stored/user.ts'
import { type Instant, plus } from '../time/instant.ts'

export type { Suspension, User, Warning }

/** A new player has a default name. */
export const isDefaultName = (username: string): boolean => username.startsWith('Player')

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

/** The devices that were signed out and may still have a token. */
export const stillSignedOut = ({ signedOut = [] }: User, now: Instant): NonNullable<User['signedOut']> =>
  signedOut.filter(({ at }) => plus(at, TOKEN.lifeDays * DAY_MS) > now)

/**
 * Whether the roll-over looks at a player: something of them is stored for a time only, or nobody seems to have used the
 * account since an instant.
 */
export const isForCleanUp = (user: User, before: Instant): boolean =>
  user.deletedAt !== undefined || (user.signedOut?.[0]?.at ?? NEVER) <= before || seemsUnused(user, before)

/** Whether the player is in no group, and was not seen since an instant. They may have played earlier, or on another device. */
export const seemsUnused = (user: User, before: Instant): boolean =>
  user.groupId === null &&
  user.hasPlayed === undefined &&
  user.createdAt <= before &&
  (user.seenAt ?? '') <= before &&
  (user.activeOn ?? '') <= before.slice(0, 10)

/** Later than any instant. */
const NEVER = '~'
