import type { OwnReports } from '../../core/contract/schemas/safety.ts'
import { type Game, holdsHidden, playerOf, skipPlayer } from '../../core/rules/game/game.ts'
import { isHouse } from '../../core/rules/game/house.ts'
import { isFormerId } from '../../core/rules/players/people.ts'
import {
  hasReportedEnough,
  hasWeight,
  isExcused,
  type Report,
  reportWeight,
} from '../../core/rules/players/safety.ts'
import { allow, type Ruling, refuse } from '../../core/rules/refusal.ts'
import { dayEnd } from '../../core/rules/time/day.ts'
import { msOf } from '../../core/rules/time/instant.ts'
import { shownBefore } from '../../core/rules/views/player-view.ts'
import type { Operations, PlayerContext } from '../context.ts'
import { putGame, updateGame } from '../games/stored-games.ts'
import { groupThing, profileThing, stepThing, type Thing } from '../moderation/reported-things.ts'
import { addReport, takeBack } from '../moderation/reports.ts'
import { isPublic, maySee } from './results.ts'

/** Reports by players (API.md, Reports and hiding). */
export const reportOperations = {
  async report(context, { body }) {
    const { tx, player } = context
    const game = body.gameId === undefined ? undefined : await currentGame(context, body.gameId)
    const found = game ? await inGame(context, game, body) : await ofGroup(context, body)
    const made = await tx.find('reports', 'reporter', player.id)
    const repeated = found ? made.find(({ thingId }) => thingId === found.thing.id) : sameAsBefore(made, body)
    if (!found && !repeated) return refuse('NOT_FOUND', 'There is no such thing that you can see')
    if (found?.thing.authorId === player.id) return refuse('FORBIDDEN', 'You cannot report yourself')
    const passes = body.passTurn === true
    const isOnTurn = found?.isOnTurn ?? false
    const hasPassed = repeated && game && playerOf(game, player.id)?.status === 'skipped'
    if (passes && !isOnTurn && !hasPassed)
      return refuse('CONFLICT', 'Only a turn that shows this drawing can be passed because of it')
    let hides = false
    if (found && !repeated) {
      const problem = limitOf(context, made)
      if (problem) return problem
      const report = await newReport(context, game, found.thing, body)
      hides = await addReport(context, found.thing, report, made.length + 1)
    }
    if (game && isOnTurn && (passes || hides)) await changeTurn(context, game, passes)
    const reportId = repeated?.id ?? context.ids.report(found?.thing.id ?? '', player.id)
    return allow({ reportId, turnPassed: passes })
  },

  async getReports({ tx, player }) {
    return allow(ownReports(await tx.find('reports', 'reporter', player.id)))
  },

  async takeBackReport(context, { params: { reportId } }) {
    const { tx, player } = context
    const made = await tx.find('reports', 'reporter', player.id)
    const report = made.find(({ id }) => id === reportId)
    if (report) await takeBack(context, report, made.length - 1)
    else if (await tx.get('reports', reportId)) return refuse('NOT_FOUND', 'You have made no such report')
    return allow(ownReports(made.filter(({ id }) => id !== reportId)))
  },
} satisfies Operations

async function currentGame(context: PlayerContext, gameId: string): Promise<Game | undefined> {
  const game = await context.tx.get('games', gameId)
  return game && updateGame(context, game)
}

interface Wanted {
  readonly gameId?: string | undefined
  readonly kind: Report['kind']
  readonly stepIndex?: number | undefined
  readonly userId?: string | undefined
  readonly groupId?: string | undefined
}

interface Found {
  readonly thing: Thing
  /** Whether the player holds the turn that shows it. */
  readonly isOnTurn: boolean
}

/** The thing, if the player may see it: in a game that is over, or the step that their own turn shows. */
async function inGame(
  context: PlayerContext,
  game: Game,
  { kind, stepIndex, userId }: Wanted,
): Promise<Found | undefined> {
  const { tx, player } = context
  const isOver =
    game.completedAt !== null && ((await isPublic(context, game)) || (await maySee(context, game)))
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
  if (entry?.type !== kind || isFormerId(entry.userId) || isHouse(entry.userId)) return undefined
  if (!isOver && index !== shown && entry.userId !== player.id) return undefined
  return {
    thing: stepThing(context, game, index, entry),
    isOnTurn: index === shown && game.turn?.userId === player.id,
  }
}

/** The name or avatar of a group. Who knows the id of a group has seen them: as a member, or with an invitation. */
async function ofGroup(context: PlayerContext, { kind, groupId }: Wanted): Promise<Found | undefined> {
  if (groupId === undefined || (kind !== 'group-name' && kind !== 'group-avatar')) return undefined
  const group = await context.tx.get('groups', groupId)
  const thing = group && groupThing(context, kind, group)
  return thing && { thing, isOnTurn: false }
}

/** The player's report of the same thing, which they may no longer see. Without a step, it is the one of their turn. */
function sameAsBefore(
  made: readonly Report[],
  { gameId, groupId, kind, stepIndex, userId }: Wanted,
): Report | undefined {
  return made
    .filter(
      (report) => report.gameId === (gameId ?? null) && report.groupId === groupId && report.kind === kind,
    )
    .filter((report) => stepIndex === undefined || report.stepIndex === stepIndex)
    .filter((report) => userId === undefined || report.authorId === userId)
    .sort((a, b) => a.at.localeCompare(b.at))[0]
}

/** The refusal if the player has used up their reports of the day. */
function limitOf({ day, now, settings }: PlayerContext, made: readonly Report[]): Ruling<never> | undefined {
  if (!hasReportedEnough(made, day)) return undefined
  const { refusal } = refuse('RATE_LIMITED', 'You have reported a lot today. Please go on tomorrow.')
  const retryAfterSeconds = Math.ceil((msOf(dayEnd(day, settings.timeZone)) - msOf(now)) / 1000)
  return { ok: false, refusal: { ...refusal, retryAfterSeconds } }
}

async function newReport(
  context: PlayerContext,
  game: Game | undefined,
  { id: thingId, gameId, stepIndex, authorId, groupId, kind }: Thing,
  { reason, note }: { reason: Report['reason']; note?: string | undefined },
): Promise<Report> {
  const { ids, player, now, day } = context
  const weight = game ? await weightOf(context, game, kind) : 0
  return {
    id: ids.report(thingId, player.id),
    thingId,
    by: player.id,
    gameId,
    ...(gameId === null && groupId !== null && { groupId }),
    stepIndex,
    authorId,
    kind,
    reason,
    note: note ?? null,
    at: now,
    day,
    ...(weight > 0 && { weight }),
  }
}

/** What the player's report of something of the game counts. */
async function weightOf(context: PlayerContext, game: Game, kind: Report['kind']): Promise<number> {
  const { tx, player, now } = context
  if (!hasWeight(player.dismissedReports ?? [], now)) return 0
  const group = game.groupId === null ? undefined : await tx.get('groups', game.groupId)
  return reportWeight(kind, {
    isHost: group?.hostId === player.id,
    isInside: await maySee(context, game),
  })
}

/**
 * Passes the turn that shows what the player has reported, or notes that it cannot be passed without a mark, because the
 * player has hidden what it shows and was excused lately.
 */
async function changeTurn(context: PlayerContext, before: Game, passes: boolean): Promise<void> {
  const { tx, player, now } = context
  const excused = holdsHidden(before, player.id) || (await useExcuse(context))
  const game = await tx.get('games', before.id)
  if (!game?.turn) throw new Error('The turn of the player has ended within the transaction')
  if (passes) putGame(context, game, skipPlayer(game, player.id, now, excused))
  else if (!excused) putGame(context, game, { ...game, turn: { ...game.turn, unexcused: true } })
}

/** Whether a report may excuse the player today, which then lasts for some days. */
async function useExcuse({ tx, player, day }: PlayerContext): Promise<boolean> {
  const latest = (await tx.get('users', player.id)) ?? player
  if (!isExcused(latest.excusedOn, day)) return false
  tx.replace('users', latest, { ...latest, excusedOn: day })
  return true
}

function ownReports(made: readonly Report[]): OwnReports {
  const newestFirst = made.toSorted((a, b) => b.at.localeCompare(a.at) || a.id.localeCompare(b.id))
  return {
    reports: newestFirst.map(({ id, gameId, groupId = null, kind, stepIndex, authorId, at }) => ({
      reportId: id,
      gameId,
      kind,
      stepIndex,
      userId: stepIndex === null && groupId === null ? authorId : null,
      groupId,
      at,
    })),
  }
}
