import * as z from 'zod/mini'
import { action, decidedBy, reportState } from '../../contract/schemas/moderation.ts'
import { count, gameDay, id, instant } from '../../contract/schemas/primitives.ts'
import { reportKind, reportReason } from '../../contract/schemas/safety.ts'
import { type Stored, text } from './fields.ts'

/** One player's report of one thing. */
export const report = z.strictObject({
  id,
  thingId: id,
  /** Null once the account of the reporter is deleted. */
  by: z.nullable(id),
  /** Null for the name or avatar of a group. */
  gameId: z.nullable(id),
  /** Of a group's name or avatar. */
  groupId: z.exactOptional(id),
  stepIndex: z.nullable(count),
  authorId: id,
  kind: reportKind,
  reason: reportReason,
  note: z.nullable(text),
  at: instant,
  day: gameDay,
  /** What it counts towards hiding the thing for everybody; absent for nothing. */
  weight: z.exactOptional(count),
})
export type Report = Stored<typeof report>

/** A drawing, guess, name or avatar, also of a group, that was reported or hidden. */
export const reportedThing = z.strictObject({
  id,
  kind: reportKind,
  /** The game in which it was first reported; null for the name or avatar of a group. */
  gameId: z.nullable(id),
  /** Of a drawing or guess. */
  stepIndex: z.nullable(count),
  /** For the name or avatar of a group, its host. */
  authorId: id,
  groupId: z.nullable(id),
  /** The guess, name or avatar as it was; null for a drawing. */
  text: z.nullable(text),
  state: reportState,
  isHidden: z.boolean(),
  /** Whether a moderator has decided that it stays: reports then hide it no more. */
  isCleared: z.boolean(),
  /** The first report since the latest decision about it. */
  firstAt: instant,
  lastAt: instant,
  /** The number of reports, and their reasons without repetition. */
  count,
  /** The sum of the weights of its reports; absent for nothing. */
  weight: z.exactOptional(count),
  reasons: z.array(reportReason),
  /** The id of the first report; null if it was hidden without one. */
  reportId: z.nullable(id),
  /** Ids of the latest reports, oldest first. A storm of reports must not make this or a page of the queue large. */
  latestReports: z.array(id),
  /** The latest decision about it, and which one that is, from 1; absent before the first. */
  decided: z.exactOptional(
    z.strictObject({ version: count, action, at: instant, by: z.nullable(decidedBy) }),
  ),
})
export type ReportedThing = Stored<typeof reportedThing>

/** One player does not want to meet or see another. */
export const block = z.strictObject({
  id,
  by: id,
  userId: id,
  since: instant,
  /** The name and avatar of the blocked player at the time: later ones reach nobody who has blocked them. */
  username: z.exactOptional(text),
  avatar: z.exactOptional(z.nullable(text)),
})
export type Block = Stored<typeof block>

/** An entry of the log of moderation. */
export const moderatorDecision = z.strictObject({
  /** Sorts by time. */
  id,
  at: instant,
  action,
  /** Absent in entries of earlier versions. */
  by: z.exactOptional(decidedBy),
  reportId: z.nullable(id),
  gameId: z.nullable(id),
  stepIndex: z.nullable(count),
  kind: z.nullable(reportKind),
  userId: z.nullable(id),
  until: z.nullable(instant),
  note: z.nullable(text),
  things: count,
})
export type ModeratorDecision = Stored<typeof moderatorDecision>
