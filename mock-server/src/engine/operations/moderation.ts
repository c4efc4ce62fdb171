import type { DecisionView, ReportedThing as ThingView } from '../../core/contract/schemas/moderation.ts'
import { chainSteps } from '../../core/rules/game/shown-entries.ts'
import { NO_VEIL, person as shown } from '../../core/rules/players/people.ts'
import {
  type ModeratorDecision,
  type Report,
  type ReportedThing,
  SHOWN_REPORTS,
} from '../../core/rules/players/safety.ts'
import { suspensionAt, type User } from '../../core/rules/players/user.ts'
import { allow, refuse } from '../../core/rules/refusal.ts'
import type { Context, Operations } from '../context.ts'
import { decide, thingOfReport } from '../moderation/decide.ts'
import { pageOf } from '../page.ts'
import { loadPeopleAsTheyAre, userIdsOf } from '../view-data.ts'
import { loadResultsData } from './results.ts'

/** What admins do about reports (API.md, Moderation). */
export const moderationOperations = {
  async listReports(context, { query }) {
    const { tx, now } = context
    const { state, order, reason, userId, groupId, before, limit } = query
    const after = before === undefined ? undefined : await tx.get('reportedThings', before)
    if (before !== undefined && !after) return refuse('VALIDATION_FAILED', 'before: is not the end of a page')
    const things = await tx.peekSearch('reportQueue', {
      state,
      order,
      limit: limit + 1,
      ...(reason !== undefined && { reason }),
      ...(userId !== undefined && { authorId: userId }),
      ...(groupId !== undefined && { groupId }),
      ...(after && { after }),
    })
    const { page, next } = pageOf(things, limit)
    const [oldest] = await tx.peekSearch('reportQueue', { state: 'open', order: 'oldest', limit: 1 })
    return allow({
      reports: await thingViews(context, page),
      open: await tx.peekCount('openThings'),
      oldestSeconds: oldest ? secondsBetween(oldest.firstAt, now) : null,
      next,
    })
  },

  async inspectReport(context, { params }) {
    const { tx } = context
    const thing = await thingOfReport(context, params.id)
    const [report] = thing ? await thingViews(context, [thing]) : []
    if (!thing || !report) return refuse('NOT_FOUND', 'There is no such report')
    const decisions = newestFirst(await tx.find('decisions', 'author', thing.authorId)).map(decisionView)
    const game = thing.gameId === null ? undefined : await tx.get('games', thing.gameId)
    if (!game) return allow({ report, game: null, chain: [], decisions })
    const people = await loadPeopleAsTheyAre(context, userIdsOf(game))
    const shown = {
      ...game,
      entries: game.entries.map(({ hiddenAt: _, ...entry }) => entry) as typeof game.entries,
    }
    const chain = chainSteps(await loadResultsData(context, shown, people, NO_VEIL, null))
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
      decisions,
    })
  },

  async decide(context, { body }) {
    const decision = await decide(context, body)
    return decision.ok ? allow(decisionView(decision.value)) : decision
  },

  async getModerationLog({ tx }, { query: { before, limit } }) {
    const { page, next } = pageOf(await tx.peekSearch('latestDecisions', before, limit + 1), limit)
    return allow({ decisions: page.map(decisionView), next })
  },

  async findPlayers(context, { query: { query, limit } }) {
    const { tx, now } = context
    const users = await tx.peekSearch('usersLike', query, limit)
    const groups = await groupNames(context, users)
    return allow({ players: users.map((user) => playerView(user, groups, now)) })
  },

  async inspectPlayer(context, { params }) {
    const { tx, now } = context
    const user = await tx.get('users', params.id)
    if (!user) return refuse('NOT_FOUND', 'There is no such player')
    const groups = await groupNames(context, [user])
    const groupName = groups.get(user.groupId ?? '')
    const games = (await tx.peekSearch('gamesOfPlayer', user.id)).sort((a, b) => b.day.localeCompare(a.day))
    const made = (await tx.find('reports', 'reporter', user.id)).sort((a, b) => b.at.localeCompare(a.at))
    const madeIds = made.slice(0, SHOWN_REPORTS).map(({ thingId }) => thingId)
    const received = await tx.peekSearch('reportQueue', {
      order: 'newest',
      authorId: user.id,
      limit: SHOWN_REPORTS,
    })
    return allow({
      player: playerView(user, groups, now),
      group: groupName === undefined || user.groupId === null ? null : { id: user.groupId, name: groupName },
      gamesPlayed: games.filter(({ playedBy }) => playedBy.includes(user.id)).length,
      games: games.map(({ id, day }) => ({ gameId: id, date: day })),
      reportsMade: await thingViews(context, await tx.peek('reportedThings', 'id', madeIds)),
      reportsReceived: await thingViews(context, received),
      decisions: newestFirst(await tx.find('decisions', 'author', user.id)).map(decisionView),
    })
  },
} satisfies Operations

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
const newestFirst = (decisions: ModeratorDecision[]): ModeratorDecision[] =>
  decisions.sort((a, b) => byId(b, a))

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))

async function thingViews(context: Context, things: readonly ReportedThing[]): Promise<ThingView[]> {
  const { tx } = context
  const ids = things.flatMap(({ latestReports }) => latestReports)
  const reports = new Map((await tx.peek('reports', 'id', ids)).map((report) => [report.id, report]))
  const userIds = [
    ...things.map(({ authorId }) => authorId),
    ...[...reports.values()].flatMap(({ by }) => by ?? []),
  ]
  const people = await loadPeopleAsTheyAre(context, userIds)
  const groups = await groupNames(context, things)
  const person = (userId: string) => {
    const { username, avatar } = shown(people, userId)
    return { userId, username, avatar }
  }
  return things.map((thing) => ({
    reportId: thing.reportId ?? thing.id,
    gameId: thing.gameId,
    kind: thing.kind,
    stepIndex: thing.stepIndex,
    author: person(thing.authorId),
    groupId: thing.groupId,
    groupName: groups.get(thing.groupId ?? '') ?? null,
    state: thing.state,
    version: thing.decided?.version ?? 0,
    decided: thing.decided
      ? { action: thing.decided.action, at: thing.decided.at, by: thing.decided.by }
      : null,
    hidden: thing.isHidden,
    text: thing.text,
    firstAt: thing.firstAt,
    lastAt: thing.lastAt,
    reporters: thing.count,
    reports: thing.latestReports
      .flatMap((id) => reports.get(id) ?? [])
      .map(({ id, by, reason, note, at }: Report) => ({
        reportId: id,
        by: by === null ? null : person(by),
        reason,
        note,
        at,
      })),
  }))
}

/** The names of the groups of these, by id. */
async function groupNames(
  { tx }: Context,
  of: readonly { readonly groupId: string | null }[],
): Promise<Map<string, string>> {
  const known = new Set(of.flatMap(({ groupId }) => groupId ?? []))
  const groups = await tx.peek('groups', 'id', [...known])
  return new Map(groups.map(({ id, name }) => [id, name]))
}

function playerView(user: User, groups: ReadonlyMap<string, string>, now: string) {
  const { id, username, avatar, groupId, createdAt } = user
  const suspension = suspensionAt(user, now)
  return {
    userId: id,
    username,
    avatar,
    groupId,
    groupName: groups.get(groupId ?? '') ?? null,
    createdAt,
    suspension: suspension ? { until: suspension.until, reason: suspension.reason } : null,
  }
}

const decisionView = ({ id, by, ...decision }: ModeratorDecision): DecisionView => ({
  decisionId: id,
  ...decision,
  by: by ?? null,
})
