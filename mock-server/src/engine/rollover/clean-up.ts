import { RETENTION } from '../../core/contract/constants.ts'
import {
  isForCleanUp,
  seemsUnused,
  stillSignedOut,
  suspensionAt,
  type User,
} from '../../core/rules/players/user.ts'
import { type Instant, plus } from '../../core/rules/time/instant.ts'
import type { Context } from '../context.ts'
import { noteDeleted } from '../deleted-accounts.ts'
import { devicesOf } from '../devices.ts'
import { eraseAccount, eraseRest } from '../erasure/erase-account.ts'

/** Users or codes per search. */
const BATCH = 100

/** A part of the daily clean-up. */
export interface CleanUp {
  /** Users to clean up, each in a transaction of its own. */
  readonly userIds: readonly string[]
  /** The last of them, after whom the next part begins; null if there is none. */
  readonly after: string | null
}

/** Whether no process has to clean up today any more. */
export async function isCleanedUp({ tx, day }: Context): Promise<boolean> {
  const [progress] = await tx.peek('rollover', 'id', ['rollover'])
  return progress?.cleanedOn === day
}

/** Stores that the clean-up of today has ended, so that no other process and no restart repeats it. */
export async function noteCleanedUp({ tx, day }: Context): Promise<void> {
  const progress = await tx.get('rollover', 'rollover')
  if (progress) tx.replace('rollover', progress, { ...progress, cleanedOn: day })
}

/**
 * Removes what is stored for a time only: move codes at once, and what {@link cleanUpUser} does. What it finds depends on the
 * data only, so any process may do it, at any time and again.
 */
export async function cleanUpBatch({ tx, now }: Context, after: string): Promise<CleanUp> {
  const codes = await tx.peekSearch('expiredMoveCodes', now, BATCH)
  for (const { id } of codes) tx.remove('moveCodes', id)
  const users = await tx.peekSearch('usersToCleanUp', agedSince(now), after, BATCH)
  const last = users.at(-1)?.id ?? after
  const isOver = users.length < BATCH && codes.length < BATCH
  return { userIds: users.map(({ id }) => id), after: isOver ? null : last }
}

/**
 * Removes what is left of a deleted account when nothing needs it any more, an account with which nobody has played for
 * long, and signed-out devices whose tokens have ended.
 */
export async function cleanUpUser(context: Context, userId: string): Promise<void> {
  const { tx, ids, now } = context
  const user = await tx.get('users', userId)
  const since = agedSince(now)
  if (!user || !isForCleanUp(user, since)) return
  if (user.deletedAt !== undefined) return cleanUpDeleted(context, user, user.deletedAt <= since)
  if (seemsUnused(user, since) && !suspensionAt(user, now)) {
    const games = await tx.peekSearch('gamesOfPlayer', user.id)
    const hasPlayed = games.some(({ playedBy }) => playedBy.includes(user.id))
    const isSeen = (await devicesOf(context, user)).some(({ lastSeenAt }) => lastSeenAt > since)
    if (hasPlayed) tx.replace('users', user, { ...user, hasPlayed })
    else if (!isSeen) {
      // The next account of the device has the same id: its groups must not get the games of these, which may have ended.
      for (let at = 0; at < user.groupsFounded; at++) await noteDeleted(context, ids.group(user.id, at))
      return eraseAccount(context, user)
    }
  }
  const current = (await tx.get('users', user.id)) ?? user
  const { signedOut = [], ...rest } = current
  const left = stillSignedOut(current, now)
  if (left.length < signedOut.length)
    tx.replace('users', current, { ...rest, ...(left.length > 0 && { signedOut: left }) })
}

/** @param isOver whether moderators have had the time to decide about what is left of the account */
async function cleanUpDeleted(context: Context, user: User, isOver: boolean): Promise<void> {
  const { tx, now } = context
  const things = await tx.find('reportedThings', 'author', user.id)
  const isHeld = !isOver && things.some(({ state }) => state === 'open')
  const isSuspended = suspensionAt(user, now) !== undefined
  if (isSuspended ? isOver && things.length > 0 : !isHeld) await eraseRest(context, user)
}

const agedSince = (now: Instant): Instant => plus(now, -RETENTION)
