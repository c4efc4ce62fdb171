import { REPORT } from '../../contract/constants.ts'
import type { Action } from '../../contract/schemas/moderation.ts'
import type { ReportKind, ReportReason } from '../../contract/schemas/safety.ts'
import type { GameDay } from '../time/day.ts'
import type { Instant } from '../time/instant.ts'

/** One player's report of one thing. */
export interface Report {
  readonly id: string
  readonly thingId: string
  /** Null once the account of the reporter is deleted. */
  readonly by: string | null
  readonly gameId: string
  readonly stepIndex: number | null
  readonly authorId: string
  readonly kind: ReportKind
  readonly reason: ReportReason
  readonly note: string | null
  readonly at: Instant
  readonly day: GameDay
}

/** A drawing, guess, name or avatar that was reported or hidden. */
export interface ReportedThing {
  readonly id: string
  readonly kind: ReportKind
  /** The game in which it was first reported. */
  readonly gameId: string
  /** Of a drawing or guess. */
  readonly stepIndex: number | null
  readonly authorId: string
  readonly groupId: string | null
  /** The guess, name or avatar as it was; null for a drawing. */
  readonly text: string | null
  readonly state: 'open' | 'closed'
  readonly isHidden: boolean
  /** Whether a moderator has decided that it stays: reports then hide it no more. */
  readonly isCleared: boolean
  /** The first report since the latest decision about it. */
  readonly firstAt: Instant
  readonly lastAt: Instant
  /** The number of reports, and their reasons without repetition. */
  readonly count: number
  readonly reasons: readonly ReportReason[]
  /** The id of the first report; null if it was hidden without one. */
  readonly reportId: string | null
  /** Ids of the latest reports, oldest first. A storm of reports must not make this or a page of the queue large. */
  readonly latestReports: readonly string[]
}

/** So many of the reports of one thing are shown to moderators. */
export const SHOWN_REPORTS = 50

/** One player does not want to meet or see another. */
export interface Block {
  readonly id: string
  readonly by: string
  readonly userId: string
  readonly since: Instant
}

/** An entry of the log of moderation. */
export interface ModeratorDecision {
  /** Sorts by time. */
  readonly id: string
  readonly at: Instant
  readonly action: Action
  readonly reportId: string | null
  readonly gameId: string | null
  readonly stepIndex: number | null
  readonly kind: ReportKind | null
  readonly userId: string | null
  readonly until: Instant | null
  readonly note: string | null
  readonly things: number
}

/**
 * Whether the reports of a thing hide it for everybody until a moderator decides: those of two players, or in a group
 * that of its host (API.md, Reports and hiding, Blocks).
 */
export const isHiddenByReports = (
  { isCleared, count }: Pick<ReportedThing, 'isCleared' | 'count'>,
  isByHost: boolean,
): boolean => !isCleared && (count >= 2 || isByHost)

/** Whether a player has used up their reports of a day. */
export const hasReportedEnough = (reports: readonly Report[], day: GameDay): boolean =>
  reports.filter((report) => report.day === day).length >= REPORT.perDay

export interface QueueQuery {
  readonly state?: ReportedThing['state']
  readonly order: 'newest' | 'oldest' | 'most-reported'
  readonly reason?: ReportReason
  readonly authorId?: string
  readonly groupId?: string
  /** The last thing of the page before. */
  readonly after?: ReportedThing
  readonly limit: number
}

/** A page of reported things. */
export function queuePage(things: Iterable<ReportedThing>, query: QueueQuery): ReportedThing[] {
  const { state, order, reason, authorId, groupId, after, limit } = query
  const isWanted = (thing: ReportedThing) =>
    (state === undefined || thing.state === state) &&
    (reason === undefined || thing.reasons.includes(reason)) &&
    (authorId === undefined || thing.authorId === authorId) &&
    (groupId === undefined || thing.groupId === groupId) &&
    (after === undefined || inQueue(order, thing, after) > 0)
  return [...things]
    .filter(isWanted)
    .sort((a, b) => inQueue(order, a, b))
    .slice(0, limit)
}

/** Ties are in the order of ids, backwards unless the oldest come first: PostgreSQL compares both at once. */
function inQueue(order: QueueQuery['order'], a: ReportedThing, b: ReportedThing): number {
  if (order === 'oldest') return compare(a.firstAt, b.firstAt) || compare(a.id, b.id)
  const difference = order === 'newest' ? compare(b.lastAt, a.lastAt) : b.count - a.count
  return difference || compare(b.id, a.id)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
