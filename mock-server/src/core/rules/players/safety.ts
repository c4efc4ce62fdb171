import { DAY_MS, REPORT } from '../../contract/constants.ts'
import type { ReportReason } from '../../contract/schemas/safety.ts'
import type { Block, ModeratorDecision, Report, ReportedThing } from '../stored/safety.ts'
import type { DismissedReport } from '../stored/user.ts'
import { addDays, type GameDay } from '../time/day.ts'
import { type Instant, msOf } from '../time/instant.ts'

export type { Block, ModeratorDecision, Report, ReportedThing }

/** So many of the reports of one thing are shown to moderators. */
export const SHOWN_REPORTS = 50

/** Reports of this weight hide a thing for everybody until a moderator decides (API.md, Reports and hiding). */
const HIDING_WEIGHT = 2

/**
 * What a report counts towards hiding a thing for everybody: that of the group's host is enough, and so are those of two
 * others from inside, who are players of the game and members of its group. Names and avatars are hidden by no report.
 */
export function reportWeight(
  kind: Report['kind'],
  from: { readonly isHost: boolean; readonly isInside: boolean },
): number {
  if (kind !== 'drawing' && kind !== 'guess') return 0
  if (from.isHost) return HIDING_WEIGHT
  return from.isInside ? 1 : 0
}

export const isHiddenByReports = ({
  isCleared,
  weight = 0,
}: Pick<ReportedThing, 'isCleared' | 'weight'>): boolean => !isCleared && weight >= HIDING_WEIGHT

const DISMISSED_MS = REPORT.dismissedDays * DAY_MS

/** Whether a player's reports count at all: not after too many of them were dismissed. */
export function hasWeight(dismissed: readonly DismissedReport[], now: Instant): boolean {
  const times = dismissed.map(({ at }) => msOf(at)).sort((a, b) => a - b)
  return !times.some((last, index) => {
    const first = times[index - REPORT.dismissed + 1]
    return first !== undefined && last - first <= DISMISSED_MS && msOf(now) - last < DISMISSED_MS
  })
}

/** Those that can still take the weight from the reports of a player. */
export const recentlyDismissed = (
  dismissed: readonly DismissedReport[],
  now: Instant,
): readonly DismissedReport[] => dismissed.filter(({ at }) => msOf(now) - msOf(at) < 2 * DISMISSED_MS)

/** Whether a turn that the player passes with a report keeps the streak. */
export const isExcused = (excusedOn: GameDay | undefined, day: GameDay): boolean =>
  excusedOn === undefined || addDays(excusedOn, REPORT.excusedEveryDays) <= day

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
