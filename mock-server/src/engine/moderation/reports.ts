import {
  hasWeight,
  isHiddenByReports,
  type Report,
  type ReportedThing,
  recentlyDismissed,
  SHOWN_REPORTS,
} from '../../core/rules/players/safety.ts'
import type { Context, PlayerContext } from '../context.ts'
import { eraseRest } from '../erasure/erase-account.ts'
import { setHidden, type Thing } from './reported-things.ts'

/**
 * Stores a report by the player, and hides the thing for everybody if that is enough.
 * @param reportsMade how many reports the player has then made
 * @returns whether this report was the one that hid it.
 */
export async function addReport(
  context: PlayerContext,
  thing: Thing,
  report: Report,
  reportsMade: number,
): Promise<boolean> {
  const { tx, player, now } = context
  const before = await tx.get('reportedThings', thing.id)
  const isHidden = before?.isHidden ?? false
  const after = await putThing(context, before, {
    ...thing,
    // What a moderator has hidden needs no other decision.
    state: before?.state === 'closed' && isHidden ? 'closed' : 'open',
    isHidden,
    isCleared: before?.isCleared ?? false,
    firstAt: before?.state === 'open' ? before.firstAt : now,
    lastAt: now,
    count: (before?.count ?? 0) + 1,
    weight: (before?.weight ?? 0) + (report.weight ?? 0),
    reasons: [...new Set([...(before?.reasons ?? []), report.reason])],
    reportId: before?.reportId ?? report.id,
    latestReports: [...(before?.latestReports ?? []), report.id].slice(-SHOWN_REPORTS),
  })
  tx.insert('reports', report)
  tx.replace('users', player, { ...player, reportsMade })
  context.publish({ type: 'reported', gameId: thing.gameId, userId: thing.authorId })
  return after.isHidden && !isHidden
}

/**
 * Removes a report by the player. A thing that only reports had hidden is shown again without enough of them.
 * @param reportsMade how many reports of the player are left
 */
export async function takeBack(context: PlayerContext, report: Report, reportsMade: number): Promise<void> {
  const { tx, player } = context
  const thing = await tx.get('reportedThings', report.thingId)
  tx.remove('reports', report.id)
  tx.replace('users', player, { ...player, reportsMade })
  if (!thing) return
  const latestReports = thing.latestReports.filter((id) => id !== report.id)
  const others = await tx.peek('reports', 'id', latestReports)
  const count = thing.count - 1
  const [first = null] = latestReports
  const after = await putThing(context, thing, {
    ...thing,
    state: count === 0 ? 'closed' : thing.state,
    isHidden: thing.state === 'closed' && thing.isHidden,
    count,
    weight: (thing.weight ?? 0) - (report.weight ?? 0),
    reasons: [...new Set(others.map(({ reason }) => reason))],
    reportId: thing.reportId === report.id ? first : thing.reportId,
    latestReports,
  })
  const author = await tx.get('users', thing.authorId)
  if (author?.deletedAt !== undefined) await eraseRest(context, author)
  // Nobody has reported it or decided about it.
  else if (count === 0 && thing.state === 'open' && !thing.isCleared) tx.remove('reportedThings', after.id)
  context.publish({ type: 'report-taken-back', gameId: thing.gameId, userId: thing.authorId })
}

/** Stores a thing whose reports have changed. Reports hide or show a thing as long as it is open. */
async function putThing(
  context: Context,
  before: ReportedThing | undefined,
  changed: ReportedThing,
): Promise<ReportedThing> {
  const isHidden = changed.state === 'open' ? isHiddenByReports(changed) : changed.isHidden
  const after: ReportedThing = { ...changed, isHidden }
  if (before) context.tx.replace('reportedThings', before, after)
  else context.tx.insert('reportedThings', after)
  if (isHidden !== (before?.isHidden ?? false))
    await setHidden(context, after, isHidden, isHidden ? 'waiting' : undefined)
  return after
}

/** Notes for the reporters of a thing whether their reports were dismissed. Too many take the weight from all others. */
export async function noteDismissed(
  context: Context,
  thing: ReportedThing,
  isDismissed: boolean,
): Promise<void> {
  const { tx, now } = context
  for (const { id, by } of await tx.peek('reports', 'id', thing.latestReports)) {
    const reporter = by === null ? undefined : await tx.get('users', by)
    if (!reporter) continue
    const { dismissedReports = [], ...rest } = reporter
    const known = dismissedReports.find(({ reportId }) => reportId === id)
    if ((known !== undefined) === isDismissed) continue
    const others = recentlyDismissed(dismissedReports, now).filter((each) => each !== known)
    const dismissed = isDismissed ? [...others, { reportId: id, at: now }] : others
    tx.replace('users', reporter, {
      ...rest,
      ...(dismissed.length > 0 && { dismissedReports: dismissed }),
    })
    if (isDismissed && !hasWeight(dismissed, now)) await removeWeight(context, reporter.id)
  }
}

/** Takes the weight from a player's reports that no moderator has decided about. */
async function removeWeight(context: Context, userId: string): Promise<void> {
  const { tx } = context
  for (const report of await tx.find('reports', 'reporter', userId)) {
    const { weight, ...light } = report
    const thing = weight ? await tx.get('reportedThings', report.thingId) : undefined
    if (!weight || thing?.state !== 'open') continue
    tx.replace('reports', report, light)
    await putThing(context, thing, { ...thing, weight: (thing.weight ?? 0) - weight })
  }
}
