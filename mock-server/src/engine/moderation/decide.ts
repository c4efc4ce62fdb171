import { DAY_MS } from '../../core/contract/constants.ts'
import type { Decide } from '../../core/contract/schemas/moderation.ts'
import { skipPlayer } from '../../core/rules/game/game.ts'
import { noticeMessage } from '../../core/rules/notifications/due-message.ts'
import {
  isHiddenByReports,
  type ModeratorDecision,
  type ReportedThing,
} from '../../core/rules/players/safety.ts'
import type { Suspension, User, Warning } from '../../core/rules/players/user.ts'
import { allow, type Ruling, refuse } from '../../core/rules/refusal.ts'
import { calendarDayAt } from '../../core/rules/time/day.ts'
import { plus } from '../../core/rules/time/instant.ts'
import { timeText } from '../../core/rules/time/local-time.ts'
import type { Context } from '../context.ts'
import { endMoveCode } from '../devices.ts'
import { eraseRest, suspendDeleted } from '../erasure/erase-account.ts'
import { gamesInPlay, putGame } from '../games/stored-games.ts'
import { queueMessages } from '../notifications/receivers.ts'
import { setHidden, setProfileHidden, stepThing, type Thing } from './reported-things.ts'
import { noteDismissed } from './reports.ts'

/** Carries out a moderator's decision and adds it to the log (API.md, Moderation). */
export async function decide(context: Context, body: Decide): Promise<Ruling<ModeratorDecision>> {
  const { tx, now } = context
  const { action, everything = false, note = null } = body
  const target = await targetOf(context, body)
  if (!target.ok) return target
  const { thing, reportId, userId } = target.value
  const author = await tx.get('users', userId)
  if (!author || (author.deletedAt !== undefined && (action === 'restore' || action === 'reopen')))
    return refuse('CONFLICT', 'The player has deleted their account, and their content with it')
  if (action === 'reopen' && !(thing?.state === 'closed' && thing.decided && thing.count > 0))
    return refuse('CONFLICT', 'reopen is about a decided report, which is not open')
  const stale = thing && staleness(context, thing, body)
  if (stale) return refuse('CONFLICT', stale)
  const others = everything ? await openThingsOf(context, userId) : []
  const things = [...(thing ? [thing] : []), ...others.filter(({ id }) => id !== thing?.id)]
  for (const each of things) await close(context, each, action)
  const isAboutProfile = !thing && (action === 'hide' || action === 'restore')
  if (isAboutProfile) await setProfileHidden(context, userId, action === 'hide')
  const by = decider(context)
  const until = body.days === undefined ? null : plus(now, body.days * DAY_MS)
  await decideAboutPlayer(context, userId, { action, note, thing }, until)
  const decision: ModeratorDecision = {
    id: await nextDecisionId(context),
    at: now,
    action,
    ...(by && { by }),
    reportId,
    gameId: thing?.gameId ?? null,
    stepIndex: thing?.stepIndex ?? null,
    kind: thing?.kind ?? null,
    userId,
    until,
    note,
    things: things.length + (isAboutProfile ? 1 : 0),
  }
  tx.insert('decisions', decision)
  const decided = author.deletedAt === undefined ? undefined : await tx.get('users', userId)
  if (decided) await eraseRest(context, decided)
  context.publish({ type: 'decided', userId })
  return allow(decision)
}

/** What a decision is about: a thing and its author, or only a player. */
async function targetOf(
  context: Context,
  { reportId, userId, gameId, stepIndex, action, everything }: Decide,
): Promise<Ruling<{ thing: ReportedThing | null; reportId: string | null; userId: string }>> {
  const { tx } = context
  if (userId !== undefined) {
    if (action === 'dismiss' && !everything)
      return refuse(
        'VALIDATION_FAILED',
        'dismiss is about a report, or with everything about all of a player',
      )
    return (await tx.get('users', userId))
      ? allow({ thing: null, reportId: null, userId })
      : refuse('NOT_FOUND', 'There is no such player')
  }
  if (reportId !== undefined) {
    const thing = await thingOfReport(context, reportId)
    if (!thing) return refuse('NOT_FOUND', 'There is no such report')
    return allow({ thing, reportId, userId: thing.authorId })
  }
  const game = gameId === undefined ? undefined : await tx.get('games', gameId)
  const entry = game && stepIndex !== undefined ? game.entries[stepIndex] : undefined
  if (!game || !entry || stepIndex === undefined) return refuse('NOT_FOUND', 'There is no such step')
  const thing = stepThing(context, game, stepIndex, entry)
  const stored = await tx.get('reportedThings', thing.id)
  const known = stored ?? unreported(thing, context.now)
  return allow({ thing: known, reportId: null, userId: known.authorId })
}

/** The thing that a report is about. One that nobody has reported is known by its own id. */
export async function thingOfReport({ tx }: Context, reportId: string): Promise<ReportedThing | undefined> {
  const report = await tx.get('reports', reportId)
  return tx.get('reportedThings', report?.thingId ?? reportId)
}

/** A thing that a moderator found without a report. */
const unreported = (thing: Thing, now: string): ReportedThing => ({
  ...thing,
  state: 'closed',
  isHidden: false,
  isCleared: false,
  firstAt: now,
  lastAt: now,
  count: 0,
  reasons: [],
  reportId: null,
  latestReports: [],
})

/** The number of a decision continues that of the latest one at the same time. */
async function nextDecisionId({ tx, ids, now }: Context): Promise<string> {
  const [latest] = await tx.peekSearch('latestDecisions', ids.afterDecisions(now), 1)
  return ids.decision(now, latest?.at === now ? Number(latest.id.split('-')[1]) + 1 : 0)
}

async function openThingsOf({ tx }: Context, authorId: string): Promise<ReportedThing[]> {
  const things = await tx.find('reportedThings', 'author', authorId)
  return things.filter(({ state }) => state === 'open')
}

const decider = ({ key, adminName }: Context) => key && { key, name: adminName }

/**
 * Why a decision about a thing is refused, because another one came before it; null if none did. One that does not say
 * what it has seen changes nothing that is decided, but takes back.
 */
function staleness({ settings }: Context, { state, decided }: ReportedThing, body: Decide): string | null {
  const { version, action } = body
  const latest = decided?.version ?? 0
  if (version === latest) return null
  if (version === undefined) {
    const takesBack = action === 'restore' || action === 'lift' || action === 'reopen'
    if (state === 'open' || !decided || (takesBack && action !== decided.action)) return null
  }
  if (!decided) return `The report has version ${latest}, and was never decided: read it again`
  const { by, at } = decided
  const who = by?.name ?? (by?.key === 'moderator' ? 'a moderator' : 'an admin')
  const when = `${calendarDayAt(at, settings.timeZone)} ${timeText(at, settings.timeZone, 'h23')}`
  return `Already decided by ${who} at ${when}: ${decided.action}. To decide again, read the report and send its version, which is ${latest}`
}

/** Closes a thing: dismissed and restored things are shown, and reports hide them no more; all others are hidden. */
async function close(context: Context, thing: ReportedThing, action: Decide['action']): Promise<void> {
  const { tx } = context
  const { now } = context
  const isOpen = action === 'reopen'
  const isCleared = action === 'dismiss' || action === 'restore'
  const isHidden = isOpen
    ? isHiddenByReports({ ...thing, isCleared: false })
    : action === 'lift'
      ? thing.isHidden
      : !isCleared
  const closed: ReportedThing = {
    ...thing,
    state: isOpen ? 'open' : 'closed',
    isHidden,
    isCleared,
    decided: { version: (thing.decided?.version ?? 0) + 1, action, at: now, by: decider(context) },
  }
  const stored = await tx.get('reportedThings', thing.id)
  if (stored) tx.replace('reportedThings', stored, closed)
  else tx.insert('reportedThings', closed)
  if (isHidden || thing.isHidden) await setHidden(context, thing, isHidden, reviewOf(isHidden, isOpen))
  if (action !== 'lift') await noteDismissed(context, thing, isCleared)
}

/** What the author is told; nothing about a thing that is shown and open. */
function reviewOf(isHidden: boolean, isOpen: boolean) {
  if (isOpen) return isHidden ? 'waiting' : undefined
  return isHidden ? 'removed' : 'kept'
}

async function decideAboutPlayer(
  context: Context,
  userId: string,
  { action, note, thing }: { action: Decide['action']; note: string | null; thing: ReportedThing | null },
  until: string | null,
): Promise<void> {
  const { tx } = context
  const user = await tx.get('users', userId)
  if (!user) return
  const { suspension: _, ...free } = user
  if (action === 'suspend' || action === 'ban') await suspend(context, user, { until, reason: note })
  if (action === 'lift') tx.replace('users', user, free)
  if (user.deletedAt !== undefined) return
  const { warning, ...unwarned } = user
  const takesBack = action === 'restore' || action === 'dismiss' || action === 'reopen'
  if (takesBack && thing && warning?.thingId === thing.id) tx.replace('users', user, unwarned)
  if (action === 'warn') {
    tx.replace('users', user, { ...user, warning: warningAbout(thing, note, context.now) })
    await queueMessages(context, [
      noticeMessage(userId, context.day, context.now, {
        title: 'A word from the moderators',
        body: note ?? 'Something of yours was removed. Please keep it family-friendly.',
      }),
    ])
  }
}

const warningAbout = (thing: ReportedThing | null, note: string | null, now: string): Warning => ({
  at: now,
  thingId: thing?.id ?? null,
  kind: thing?.kind ?? null,
  text: thing?.text ?? null,
  reasons: thing?.reasons ?? [],
  note,
})

/** Suspends a player, or those who have come back on the devices of a deleted one. */
async function suspend(context: Context, user: User, suspension: Suspension): Promise<void> {
  const { tx } = context
  const players =
    user.deletedAt === undefined ? [user] : await suspendDeleted(context, user, suspension.until)
  for (const player of players) {
    tx.replace('users', player, { ...player, suspension })
    await endMoveCode(context, player.id)
    await passTurnOf(context, player)
  }
}

/** A suspended player holds up nobody. */
async function passTurnOf(context: Context, user: User): Promise<void> {
  const [game] = await gamesInPlay(context, user)
  if (game?.turn?.userId === user.id) putGame(context, game, skipPlayer(game, user.id, context.now))
}
