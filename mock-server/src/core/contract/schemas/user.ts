import * as z from 'zod/mini'
import { DEVICE_ID, HISTORY } from '../constants.ts'
import { avatar, count, digits, gameDay, id, instant } from './primitives.ts'
import { reportKind, reportReason } from './safety.ts'

export const user = z.object({
  id,
  username: z.string(),
  avatar: z.nullable(z.string()),
  groupId: z.nullable(id),
  settings: z.record(z.string(), z.unknown()),
  finishedOnboarding: z.boolean(),
  /** While suspended: the player may read and not change anything. `until` is null for good. */
  suspension: z.optional(z.object({ until: z.nullable(instant), reason: z.nullable(z.string()) })),
  /** The latest warning of the moderators, until the player confirms that they have read it. */
  warning: z.optional(
    z.object({
      at: instant,
      /** What was reported; null for a warning without a report. `text` is the guess, name or avatar. */
      kind: z.nullable(reportKind),
      text: z.nullable(z.string()),
      /** Why players have reported it. */
      reasons: z.array(reportReason),
      note: z.nullable(z.string()),
    }),
  ),
  /** Another device that has joined the player's since this one did, until they confirm on this one that they have read it. */
  newDevice: z.optional(z.object({ at: instant })),
})
export type UserView = z.infer<typeof user>

/** `at` of the warning or the new device: a later one stays. */
export const noticeRead = z.object({ at: instant })

export const deviceSignIn = z.object({
  deviceId: z.string().check(
    z.minLength(DEVICE_ID.min, `A device id needs at least ${DEVICE_ID.min} characters`),
    z.maxLength(DEVICE_ID.max, {
      error: `A device id has at most ${DEVICE_ID.max} characters`,
      abort: true,
    }),
    z.regex(/^[A-Za-z0-9_-]+$/, 'A device id may only contain letters, digits, underscores and hyphens'),
  ),
})
export const signedIn = z.object({ user, token: z.string(), isNewUser: z.boolean() })
export type SignedIn = z.infer<typeof signedIn>

export const renewal = z.object({ renewed: z.boolean(), token: z.string(), message: z.string() })

/** `rules/username` checks usernames with a message for each problem, so this checks only the type and a max length. */
export const profileChange = z.object({
  username: z.optional(
    z.string('Username is required').check(z.maxLength(200, 'Username must be 20 characters or less')),
  ),
  avatar: z.optional(avatar),
  finishedOnboarding: z.optional(z.boolean()),
})

export const historyQuery = z.object({
  before: z.optional(gameDay),
  limit: z._default(z.pipe(digits, z.int().check(z.gte(1), z.lte(HISTORY.pageMax))), HISTORY.pageDefault),
  drawings: z.optional(
    z
      .literal('omit')
      .check(
        z.describe(
          'Returns drawings as empty strings, for clients that only need the days. An extension of the reference server; other servers ignore it.',
        ),
      ),
  ),
})

export const historyEntry = z.object({
  gameId: id,
  date: gameDay,
  /** Completed games only. */
  word: z.nullable(z.string()),
  completed: z.boolean(),
  /** The player's turn was passed without a mark, so that no streak counts it. */
  excused: z.optional(z.boolean()),
  myEntries: z.array(
    z.object({ type: z.enum(['drawing', 'guess']), content: z.string(), timeSpent: z.number() }),
  ),
})
export type HistoryEntry = z.infer<typeof historyEntry>

export const history = z.object({
  entries: z.array(historyEntry),
  summary: z.object({ daysPlayed: count, participated: count }),
  nextBefore: z.nullable(gameDay),
  /** Days of the page that no streak counts, because the player's group had no game or the evening was under maintenance. */
  daysOff: z.optional(z.array(gameDay)),
})
export type History = z.infer<typeof history>
