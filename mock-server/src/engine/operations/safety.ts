import { BLOCK } from '../../contract/constants.ts'
import type { Blocks } from '../../contract/schemas/safety.ts'
import { type Game, playerOf, skipPlayer } from '../../rules/game/game.ts'
import {
  hasReportedEnough,
  isHiddenByReports,
  type Report,
  type ReportedThing,
  SHOWN_REPORTS,
} from '../../rules/players/safety.ts'
import type { User } from '../../rules/players/user.ts'
import { allow, type Decision, refuse } from '../../rules/refusal.ts'
import { dayEnd } from '../../rules/time/day.ts'
import { msOf } from '../../rules/time/instant.ts'
import { shownBefore } from '../../rules/views/player-view.ts'
import type { Operations, PlayerContext } from '../context.ts'
import { putGame, updateGame } from '../games/stored-games.ts'
import { profileThing, setHidden, stepThing, type Thing } from '../moderation/reported-things.ts'
import { loadPeople } from '../view-data.ts'
import { maySee } from './results.ts'

/** Reports and blocks (API.md, Reports and hiding, Blocks). */
export const safetyOperations = {
  async report(context, { body }) {
    const { player } = context
    const game = await openGame(context, body.gameId)
    const found = game && (await reportable(context, game, body))
    if (!found) return refuse('NOT_FOUND', 'There is no such thing that you can see')
    const { thing, isOnTurn } = found
    if (thing.authorId === player.id) return refuse('FORBIDDEN', 'You cannot report yourself')
    if (body.passTurn && !isOnTurn)
      return refuse('CONFLICT', 'Only a turn that shows this drawing can be passed because of it')
    const reported = await addReport(context, thing, body)
    if (!reported.ok) return reported
    if (body.passTurn) await passTurn(context, game.id)
    return allow({ reportId: reported.value, turnPassed: body.passTurn === true })
  },

  async getReports({ tx, player }) {
    const reports = await tx.find('reports', 'reporter', player.id)
    const newestFirst = reports.sort((a, b) => b.at.localeCompare(a.at) || a.id.localeCompare(b.id))
    return allow({
      reports: newestFirst.map(({ id, gameId, kind, stepIndex, authorId, at }) => ({
        reportId: id,
        gameId,
        kind,
        stepIndex,
        userId: stepIndex === null ? authorId : null,
        at,
      })),
    })
  },

  async getBlocks(context) {
    return allow(await showBlocks(context))
  },

  async block(context, { body: { userId } }) {
    const { tx, player, ids, now } = context
    if (userId === player.id) return refuse('VALIDATION_FAILED', 'You cannot block yourself')
    if (!(await tx.get('users', userId))) return refuse('NOT_FOUND', 'There is no such player')
    const blocks = await tx.find('blocks', 'by', player.id)
    if (!blocks.some((block) => block.userId === userId)) {
      if (blocks.length >= BLOCK.max)
        return refuse('CONFLICT', `You can block ${BLOCK.max} players. Unblock somebody first.`)
      tx.insert('blocks', { id: ids.block(player.id, userId), by: player.id, userId, since: now })
      tx.replace('users', player, { ...player, blocksMade: blocks.length + 1 })
    }
    return allow(await showBlocks(context))
  },

  async unblock(context, { params: { userId } }) {
    const { tx, player } = context
    const blocks = await tx.find('blocks', 'by', player.id)
    const block = blocks.find((each) => each.userId === userId)
    if (block) {
      tx.remove('blocks', block.id)
      tx.replace('users', player, { ...player, blocksMade: blocks.length - 1 })
    }
    return allow(await showBlocks(context))
  },

  async acknowledgeWarning({ tx, player }, { body: { at } }) {
    const { warning, ...unwarned } = player
    if (warning?.at === at) tx.replace('users', player, unwarned)
    return allow({ success: true as const })
  },
} satisfies Operations

async function openGame(context: PlayerContext, gameId: string): Promise<Game | undefined> {
  const game = await context.tx.get('games', gameId)
  return game && updateGame(context, game)
}

interface Wanted {
  readonly kind: Report['kind']
  readonly stepIndex?: number | undefined
  readonly userId?: string | undefined
}

/**
 * The thing, if the player may see it: in a game that is over, or the step that their own turn shows. `isOnTurn` tells
 * whether they hold the turn that shows it.
 */
async function reportable(
  context: PlayerContext,
  game: Game,
  { kind, stepIndex, userId }: Wanted,
): Promise<{ thing: Thing; isOnTurn: boolean } | undefined> {
  const { tx, player } = context
  const isOver = game.completedAt !== null && (game.kind === 'public' || (await maySee(context, game)))
  if (kind === 'name' || kind === 'avatar') {
    const isSeen = isOver || playerOf(game, player.id) !== undefined
    const author =
      userId !== undefined && isSeen && playerOf(game, userId) ? await tx.get('users', userId) : undefined
    const thing = author && profileThing(context, game, kind, author)
    return thing && { thing, isOnTurn: false }
  }
  const before = shownBefore(game, player.id)
  const shown = before ? game.entries.indexOf(before) : -1
  const index = stepIndex ?? shown
  const entry = game.entries[index]
  if (entry?.type !== kind || (!isOver && index !== shown && entry.userId !== player.id)) return undefined
  return {
    thing: stepThing(context, game, index, entry),
    isOnTurn: index === shown && game.turn?.userId === player.id,
  }
}

/** Stores a report, and hides the thing if that is enough. Reporting a thing again changes nothing. */
async function addReport(
  context: PlayerContext,
  thing: Thing,
  { reason, note }: { reason: Report['reason']; note?: string | undefined },
): Promise<Decision<string>> {
  const { tx, ids, player, now, day, settings } = context
  const id = ids.report(thing.id, player.id)
  if (await tx.get('reports', id)) return allow(id)
  const made = await tx.find('reports', 'reporter', player.id)
  if (hasReportedEnough(made, day)) {
    const { refusal } = refuse('RATE_LIMITED', 'You have reported a lot today. Please go on tomorrow.')
    const retryAfterSeconds = Math.ceil((msOf(dayEnd(day, settings.timeZone)) - msOf(now)) / 1000)
    return { ok: false, refusal: { ...refusal, retryAfterSeconds } }
  }
  const before = await tx.get('reportedThings', thing.id)
  const count = (before?.count ?? 0) + 1
  const isCleared = before?.isCleared ?? false
  const group = thing.groupId === null ? undefined : await tx.get('groups', thing.groupId)
  const isHidden = before?.isHidden || isHiddenByReports({ isCleared, count }, group?.hostId === player.id)
  const after: ReportedThing = {
    ...thing,
    // What a moderator has hidden needs no other decision.
    state: before?.state === 'closed' && before.isHidden ? 'closed' : 'open',
    isHidden,
    isCleared,
    firstAt: before?.state === 'open' ? before.firstAt : now,
    lastAt: now,
    count,
    reasons: [...new Set([...(before?.reasons ?? []), reason])],
    reportId: before?.reportId ?? id,
    latestReports: [...(before?.latestReports ?? []), id].slice(-SHOWN_REPORTS),
  }
  if (before) tx.replace('reportedThings', before, after)
  else tx.insert('reportedThings', after)
  const { kind, gameId, stepIndex, authorId } = thing
  tx.insert('reports', {
    id,
    thingId: thing.id,
    by: player.id,
    gameId,
    stepIndex,
    authorId,
    kind,
    reason,
    note: note ?? null,
    at: now,
    day,
  })
  if (isHidden && !before?.isHidden) await setHidden(context, thing, true)
  context.publish({ type: 'reported', gameId, userId: authorId })
  tx.replace('users', player, { ...player, reportsMade: made.length + 1 })
  return allow(id)
}

/** Ends the player's turn without a mark against them. */
async function passTurn(context: PlayerContext, gameId: string): Promise<void> {
  const { tx, player, now } = context
  const game = await tx.get('games', gameId)
  if (game) putGame(context, game, skipPlayer(game, player.id, now, true))
}

async function showBlocks(context: PlayerContext): Promise<Blocks> {
  const blocks = await context.tx.find('blocks', 'by', context.player.id)
  const people = await loadPeople(
    context,
    blocks.map(({ userId }) => userId),
  )
  return {
    blocks: blocks
      .sort((a, b) => b.since.localeCompare(a.since))
      .flatMap(({ userId, since }) => {
        const user: Pick<User, 'username' | 'avatar'> | undefined = people.get(userId)
        return user ? [{ userId, username: user.username, avatar: user.avatar, since }] : []
      }),
  }
}
