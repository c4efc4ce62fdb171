import { DAY_MS } from '../../contract/constants.ts'
import type { Decide, DecisionView, ReportedThing as ThingView } from '../../contract/schemas/moderation.ts'
import { noticeMessage } from '../../rules/due-message.ts'
import { skipPlayer } from '../../rules/game.ts'
import { plus } from '../../rules/instant.ts'
import { NO_VEIL } from '../../rules/people.ts'
import { type Decision as Answer, allow, refuse } from '../../rules/refusal.ts'
import { chainSteps } from '../../rules/results.ts'
import type { Decision, Report, ReportedThing } from '../../rules/safety.ts'
import { suspensionAt, type User } from '../../rules/user.ts'
import { putGame } from '../changed-games.ts'
import type { Context, Operations } from '../context.ts'
import { queueMessages } from '../notifications/receivers.ts'
import { setHidden, stepThing, type Thing } from '../reported-things.ts'
import { gamesInPlay } from '../update-games.ts'
import { loadPeopleAsTheyAre, loadResultsData, userIdsOf } from '../view-data/load-view-data.ts'

/** What admins do about reports (api.md, Extensions). */
export const moderationOperations = {
  async listReports(context, { query }) {
    const { tx, now } = context
    const open = await tx.find('reportedThings', 'state', 'open')
    const of = query.state === 'open' ? open : await tx.find('reportedThings', 'state', 'closed')
    const wanted = of.filter(
      ({ authorId, groupId, reasons }) =>
        (query.userId === undefined || authorId === query.userId) &&
        (query.groupId === undefined || groupId === query.groupId) &&
        (query.reason === undefined || reasons.includes(query.reason)),
    )
    const { page, next } = pageOf(wanted.sort(ORDERS[query.order]), query)
    const oldest = open.reduce<string | null>(
      (first, { firstAt }) => (first === null || firstAt < first ? firstAt : first),
      null,
    )
    return allow({
      reports: await thingViews(context, page),
      open: open.length,
      oldestSeconds: oldest === null ? null : secondsBetween(oldest, now),
      next,
    })
  },

  async inspectReport(context, { params }) {
    const { tx } = context
    const thing = await thingOfReport(context, params.id)
    const game = thing && (await tx.get('games', thing.gameId))
    if (!thing || !game) return refuse('NOT_FOUND', 'There is no such report')
    const people = await loadPeopleAsTheyAre(context, userIdsOf(game))
    const shown = {
      ...game,
      entries: game.entries.map(({ hiddenAt: _, ...entry }) => entry) as typeof game.entries,
    }
    const chain = chainSteps(await loadResultsData(context, shown, people, NO_VEIL))
    const [report] = await thingViews(context, [thing])
    if (!report) throw new Error('The thing just loaded is missing')
    const decisions = await tx.find('decisions', 'author', thing.authorId)
    return allow({
      report,
      game: {
        gameId: game.id,
        date: game.day,
        kind: game.kind,
        groupId: game.groupId,
        word: game.word,
        completed: game.completedAt !== null,
      },
      chain: chain.map((step, at) => ({
        ...step,
        ...(game.entries[at]?.hiddenAt !== undefined && { hidden: 'all' as const }),
      })),
      decisions: newestFirst(decisions).map(decisionView),
    })
  },

  async decide(context, { body }) {
    const target = await targetOf(context, body)
    if (!target.ok) return target
    const { thing, reportId, userId } = target.value
    const things = thing ? [thing, ...(body.everything ? await othersOf(context, thing) : [])] : []
    if (body.everything && !thing) things.push(...(await openThingsOf(context, userId)))
    for (const each of things) await close(context, each, body.action)
    const until = body.days === undefined ? null : plus(context.now, body.days * DAY_MS)
    await decideAboutPlayer(context, userId, body, until)
    const decision: Decision = {
      id: context.ids.decision(context.now, await context.tx.count('decisions')),
      at: context.now,
      action: body.action,
      reportId,
      gameId: thing?.gameId ?? null,
      stepIndex: thing?.stepIndex ?? null,
      kind: thing?.kind ?? null,
      userId,
      until,
      note: body.note ?? null,
      things: things.length,
    }
    context.tx.insert('decisions', decision)
    return allow(decisionView(decision))
  },

  async getModerationLog({ tx }, { query }) {
    const { page, next } = pageOf(newestFirst(await tx.all('decisions')), query)
    return allow({ decisions: page.map(decisionView), next })
  },

  async findPlayers({ tx, now }, { query: { query, limit } }) {
    const wanted = query.toLowerCase()
    const users = await tx.all('users')
    const matches = users.filter(
      ({ id, username }) => username.toLowerCase().includes(wanted) || id.toLowerCase().includes(wanted),
    )
    const exactFirst = (user: User) => Number(user.username.toLowerCase() !== wanted && user.id !== query)
    matches.sort((a, b) => exactFirst(a) - exactFirst(b) || a.username.localeCompare(b.username, 'en'))
    return allow({ players: matches.slice(0, limit).map((user) => playerView(user, now)) })
  },

  async inspectPlayer(context, { params }) {
    const { tx, now } = context
    const user = await tx.get('users', params.id)
    if (!user) return refuse('NOT_FOUND', 'There is no such player')
    const [group] = user.groupId === null ? [] : await tx.getMany('groups', [user.groupId])
    const games = (await tx.gamesOf(user.id)).sort((a, b) => b.day.localeCompare(a.day))
    const made = await tx.find('reports', 'reporter', user.id)
    const madeThings = await tx.getMany('reportedThings', [...new Set(made.map(({ thingId }) => thingId))])
    const received = await tx.find('reportedThings', 'author', user.id)
    return allow({
      player: playerView(user, now),
      group: group ? { id: group.id, name: group.name } : null,
      gamesPlayed: games.filter(({ playedBy }) => playedBy.includes(user.id)).length,
      games: games.map(({ id, day }) => ({ gameId: id, date: day })),
      reportsMade: await thingViews(context, madeThings.sort(ORDERS.newest)),
      reportsReceived: await thingViews(context, received.sort(ORDERS.newest)),
      decisions: newestFirst(await tx.find('decisions', 'author', user.id)).map(decisionView),
    })
  },
} satisfies Operations

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
const newestFirst = (decisions: Decision[]): Decision[] => decisions.sort((a, b) => byId(b, a))

const ORDERS: Record<'newest' | 'oldest' | 'most-reported', (a: ReportedThing, b: ReportedThing) => number> =
  {
    newest: (a, b) => b.lastAt.localeCompare(a.lastAt) || byId(a, b),
    oldest: (a, b) => a.firstAt.localeCompare(b.firstAt) || byId(a, b),
    'most-reported': (a, b) => b.count - a.count || a.firstAt.localeCompare(b.firstAt) || byId(a, b),
  }

/** The documents after the one that ended the previous page. If that one has left the list, the first page again. */
function pageOf<D extends { id: string }>(
  documents: readonly D[],
  { before, limit }: { before?: string | undefined; limit: number },
): { page: D[]; next: string | null } {
  const from = before === undefined ? 0 : documents.findIndex(({ id }) => id === before) + 1
  const page = documents.slice(from, from + limit)
  return { page, next: from + limit < documents.length ? (page.at(-1)?.id ?? null) : null }
}

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))

async function thingOfReport({ tx }: Context, reportId: string): Promise<ReportedThing | undefined> {
  const report = await tx.get('reports', reportId)
  return report && tx.get('reportedThings', report.thingId)
}

async function thingViews(context: Context, things: readonly ReportedThing[]): Promise<ThingView[]> {
  const { tx } = context
  const reports = await tx.findMany(
    'reports',
    'thing',
    things.map(({ id }) => id),
  )
  const userIds = [...things.map(({ authorId }) => authorId), ...reports.flatMap(({ by }) => by ?? [])]
  const people = await loadPeopleAsTheyAre(context, userIds)
  const person = (userId: string) => {
    const { username, avatar } = people.get(userId) ?? { username: 'Unknown', avatar: null }
    return { userId, username, avatar }
  }
  return things.map((thing) => ({
    reportId: thing.reportId ?? thing.id,
    gameId: thing.gameId,
    kind: thing.kind,
    stepIndex: thing.stepIndex,
    author: person(thing.authorId),
    groupId: thing.groupId,
    state: thing.state,
    hidden: thing.isHidden,
    text: thing.text,
    firstAt: thing.firstAt,
    lastAt: thing.lastAt,
    reports: reports
      .filter(({ thingId }) => thingId === thing.id)
      .sort((a, b) => a.at.localeCompare(b.at) || byId(a, b))
      .map(({ id, by, reason, note, at }: Report) => ({
        reportId: id,
        by: by === null ? null : person(by),
        reason,
        note,
        at,
      })),
  }))
}

function playerView(user: User, now: string) {
  const { id, username, avatar, groupId, createdAt } = user
  const suspension = suspensionAt(user, now)
  return {
    userId: id,
    username,
    avatar,
    groupId,
    createdAt,
    suspension: suspension ? { until: suspension.until, reason: suspension.reason } : null,
  }
}

const decisionView = ({ id, ...decision }: Decision): DecisionView => ({ decisionId: id, ...decision })

/** What a decision is about: a thing and its author, or only a player. */
async function targetOf(
  context: Context,
  { reportId, userId, gameId, stepIndex, action }: Decide,
): Promise<Answer<{ thing: ReportedThing | null; reportId: string | null; userId: string }>> {
  const { tx } = context
  if (userId !== undefined) {
    if (action === 'dismiss' || action === 'hide' || action === 'restore')
      return refuse('VALIDATION_FAILED', `${action} is about a report or a step, not about a player`)
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
  return allow({ thing: stored ?? unreported(thing, context.now), reportId: null, userId: thing.authorId })
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
})

async function openThingsOf({ tx }: Context, authorId: string): Promise<ReportedThing[]> {
  const things = await tx.find('reportedThings', 'author', authorId)
  return things.filter(({ state }) => state === 'open')
}

async function othersOf(context: Context, thing: ReportedThing): Promise<ReportedThing[]> {
  return (await openThingsOf(context, thing.authorId)).filter(({ id }) => id !== thing.id)
}

/** Closes a thing: dismissed and restored things are shown, and reports hide them no more; all others are hidden. */
async function close(context: Context, thing: ReportedThing, action: Decide['action']): Promise<void> {
  const { tx } = context
  const isCleared = action === 'dismiss' || action === 'restore'
  const isHidden = action === 'lift' ? thing.isHidden : !isCleared
  const closed: ReportedThing = { ...thing, state: 'closed', isHidden, isCleared }
  const stored = await tx.get('reportedThings', thing.id)
  if (stored) tx.replace('reportedThings', stored, closed)
  else tx.insert('reportedThings', closed)
  if (isHidden !== thing.isHidden) await setHidden(context, thing, isHidden)
}

async function decideAboutPlayer(
  context: Context,
  userId: string,
  { action, note = null }: { action: Decide['action']; note?: string | null | undefined },
  until: string | null,
): Promise<void> {
  const { tx } = context
  const user = await tx.get('users', userId)
  if (!user) return
  const { suspension: _, ...free } = user
  if (action === 'suspend' || action === 'ban') {
    tx.replace('users', user, { ...free, suspension: { until, reason: note } })
    await passTurnOf(context, user)
  }
  if (action === 'lift') tx.replace('users', user, free)
  if (action === 'warn')
    await queueMessages(context, [
      noticeMessage(userId, context.day, context.now, {
        title: 'A word from the moderators',
        body: note ?? 'Something of yours was removed. Please keep it family-friendly.',
      }),
    ])
}

/** A suspended player holds up nobody. */
async function passTurnOf(context: Context, user: User): Promise<void> {
  const [game] = await gamesInPlay(context, user)
  if (game?.turn?.userId === user.id) putGame(context, game, skipPlayer(game, user.id, context.now))
}
