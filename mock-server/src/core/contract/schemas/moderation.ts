import * as z from 'zod/mini'
import { MODERATION, REPORT } from '../constants.ts'
import { count, digits, gameDay, id, instant, line } from './primitives.ts'
import { chainStep } from './results.ts'
import { reportKind, reportReason } from './safety.ts'

export const reportState = z.enum(['open', 'closed'])
export const action = z.enum(['dismiss', 'hide', 'restore', 'warn', 'suspend', 'ban', 'lift', 'reopen'])
export type DecisionAction = z.infer<typeof action>

const limit = z._default(
  z.pipe(digits, z.int().check(z.gte(1), z.lte(MODERATION.pageMax))),
  MODERATION.pageDefault,
)

/** Who decided: the key, and the name in `X-Admin-Name`; null for none. */
export const decidedBy = z.object({ key: z.enum(['admin', 'moderator']), name: z.nullable(z.string()) })

const player = z.object({ userId: id, username: z.string(), avatar: z.nullable(z.string()) })

/** A reported thing: all reports of it, and what it shows. */
const reportedThing = z.object({
  /** The first report of the thing. */
  reportId: id,
  /** Null for the name or avatar of a group. */
  gameId: z.nullable(id),
  kind: reportKind,
  stepIndex: z.nullable(count),
  /** The player whose drawing, guess, name or avatar it is; for that of a group, its host. */
  author: player,
  groupId: z.nullable(id),
  /** Null without a group, or if it is gone. */
  groupName: z.nullable(z.string()),
  state: reportState,
  /** The number of decisions about it. A decision that names another one is refused. */
  version: count,
  /** The latest decision about it; null before the first. */
  decided: z.nullable(z.object({ action, at: instant, by: z.nullable(decidedBy) })),
  hidden: z.boolean(),
  /** The guess, name or avatar; null for a drawing. */
  text: z.nullable(z.string()),
  firstAt: instant,
  lastAt: instant,
  /** How many players have reported it. */
  reporters: count,
  /** The latest reports, oldest first. */
  reports: z.array(
    z.object({
      reportId: id,
      /** Null if the account of the reporter was deleted. */
      by: z.nullable(player),
      reason: reportReason,
      note: z.nullable(z.string()),
      at: instant,
    }),
  ),
})
export type ReportedThing = z.infer<typeof reportedThing>

export const queueQuery = z.object({
  state: z._default(reportState, 'open'),
  order: z._default(z.enum(['newest', 'oldest', 'most-reported']), 'newest'),
  reason: z.optional(reportReason),
  /** The author of the reported things. */
  userId: z.optional(id),
  groupId: z.optional(id),
  /** The `next` of the page before. */
  before: z.optional(id),
  limit,
})

export const queue = z.object({
  reports: z.array(reportedThing),
  /** The number of open things, and the age of the oldest in seconds; null without any. */
  open: count,
  oldestSeconds: z.nullable(count),
  /** The `before` of the next page; null on the last. */
  next: z.nullable(id),
})
export type Queue = z.infer<typeof queue>

export const decision = z.object({
  decisionId: id,
  action,
  at: instant,
  /** Null in decisions of earlier versions. */
  by: z.nullable(decidedBy),
  reportId: z.nullable(id),
  gameId: z.nullable(id),
  stepIndex: z.nullable(count),
  kind: z.nullable(reportKind),
  userId: z.nullable(id),
  /** The end of a suspension. */
  until: z.nullable(instant),
  note: z.nullable(z.string()),
  /** How many things it concerned: more than one with `everything`. */
  things: count,
})
export type DecisionView = z.infer<typeof decision>

export const inspectedReport = z.object({
  report: reportedThing,
  /** Null for the name or avatar of a group, which then has no chain. */
  game: z.nullable(
    z.object({
      gameId: id,
      date: gameDay,
      kind: z.enum(['group', 'public']),
      groupId: z.nullable(id),
      word: z.string(),
      completed: z.boolean(),
    }),
  ),
  /** The whole chain, hidden steps included. */
  chain: z.array(chainStep),
  decisions: z.array(decision),
})
export type InspectedReport = z.infer<typeof inspectedReport>

export const decide = z
  .object({
    reportId: z.optional(id),
    userId: z.optional(id),
    gameId: z.optional(id),
    stepIndex: z.optional(count),
    action,
    /** The length of a suspension. */
    days: z.optional(z.int().check(z.gte(1), z.lte(MODERATION.maxDays))),
    note: z.optional(
      line('A note', REPORT.noteMaxLength, {
        empty: 'A note cannot be empty',
        tooLong: `A note has at most ${REPORT.noteMaxLength} characters`,
      }),
    ),
    /** The `version` of the report when it was read. Without it, a decided report is only restored, lifted or reopened. */
    version: z.optional(count),
    /** Also decide the same about all other open reports of the same author. */
    everything: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ reportId, userId, gameId }) =>
        [reportId, userId, gameId].filter((target) => target !== undefined).length === 1,
      'A decision is about one of reportId, userId, or gameId with stepIndex',
    ),
    z.refine(
      ({ gameId, stepIndex }) => (gameId === undefined) === (stepIndex === undefined),
      'gameId and stepIndex belong together',
    ),
    z.refine(
      ({ action, days }) => (action === 'suspend') === (days !== undefined),
      'suspend needs days, and only suspend does',
    ),
    z.refine(
      ({ version, userId }) => version === undefined || userId === undefined,
      'version is for a decision about a report or a step',
    ),
  )
export type Decide = z.infer<typeof decide>

export const logQuery = z.object({ before: z.optional(id), limit })
export const log = z.object({ decisions: z.array(decision), next: z.nullable(id) })
export type ModerationLog = z.infer<typeof log>

export const playersQuery = z.object({
  /** A part of a name, or an id or its beginning. */
  query: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  limit,
})
const foundPlayer = z.extend(player, {
  groupId: z.nullable(id),
  groupName: z.nullable(z.string()),
  createdAt: instant,
  suspension: z.nullable(z.object({ until: z.nullable(instant), reason: z.nullable(z.string()) })),
})
export const foundPlayers = z.object({ players: z.array(foundPlayer) })
export type FoundPlayers = z.infer<typeof foundPlayers>

export const inspectedPlayer = z.object({
  player: foundPlayer,
  group: z.nullable(z.object({ id, name: z.string() })),
  gamesPlayed: count,
  /** Newest first. */
  games: z.array(z.object({ gameId: id, date: gameDay })),
  reportsMade: z.array(reportedThing),
  reportsReceived: z.array(reportedThing),
  decisions: z.array(decision),
})
export type InspectedPlayer = z.infer<typeof inspectedPlayer>
