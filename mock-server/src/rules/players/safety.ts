import { REPORT } from '../../contract/constants.ts'
import type { ReportReason } from '../../contract/schemas/safety.ts'
import type { Block, ModeratorDecision, Report, ReportedThing } from '../stored/safety.ts'
import type { GameDay } from '../time/day.ts'

export type { Block, ModeratorDecision, Report, ReportedThing }

/** So many of the reports of one thing are shown to moderators. */
export const SHOWN_REPORTS = 50

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
