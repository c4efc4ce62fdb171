import type { Game } from '../../rules/game/game.ts'
import { hideEntry, leaveGame } from '../../rules/game/game.ts'
import { attemptViews } from '../../rules/game/guess.ts'
import { ownEntries } from '../../rules/game/history.ts'
import { shownGroup } from '../../rules/players/group.ts'
import { suspensionAt, type User } from '../../rules/players/user.ts'
import { allow, refuse } from '../../rules/refusal.ts'
import type { Operations, PlayerContext } from '../context.ts'
import { noteDeletedAccount } from '../deleted-accounts.ts'
import { devicesOf, maySignOutAll, TOO_NEW, unusedHash } from '../devices.ts'
import { gamesInPlay, putGame } from '../games/stored-games.ts'
import { dropMember } from '../membership.ts'
import { loadPictures } from '../view-data.ts'

const FORMER_PLAYER = 'Former player'

/** Games per read. */
const PAGE = 50

/** What a player may do with their data (API.md, Account). */
export const accountOperations = {
  async exportAccount(context) {
    const { tx, ids, player, now } = context
    const games: object[] = []
    const reactions: object[] = []
    for await (const page of gamesOf(context)) {
      games.push(...(await exportedGames(context, page)))
      for (const { gameId, reactions: all } of await tx.findMany('reactions', 'id', idsOf(page)))
        reactions.push(
          ...all.filter(({ userId }) => userId === player.id).map((each) => ({ gameId, ...each })),
        )
    }
    const [group] = player.groupId === null ? [] : await tx.findMany('groups', 'id', [player.groupId])
    const blocks = await tx.find('blocks', 'by', player.id)
    const reports = await tx.find('reports', 'reporter', player.id)
    const { deviceHash: _, signedOut: __, ...user } = player
    return allow({
      format: 'inkling-account' as const,
      exportedAt: now,
      user,
      devices: (await devicesOf(context, player)).map(({ id, addedAt, lastSeenAt }) => ({
        id: ids.device(id, addedAt),
        addedAt,
        lastSeenAt,
      })),
      group: group
        ? {
            id: group.id,
            name: shownGroup(group).name,
            joinedAt: joinedAt(group.members, player.id),
            isHost: group.hostId === player.id,
          }
        : null,
      games,
      reactions,
      blocks: blocks.map(({ userId, since }) => ({ userId, since })),
      reports: reports.map(({ gameId, groupId, kind, stepIndex, reason, note, at }) => ({
        gameId,
        ...(groupId !== undefined && { groupId }),
        kind,
        stepIndex,
        reason,
        note,
        at,
      })),
      pushTokens: (await tx.find('pushTokens', 'user', player.id)).map(
        ({ token, platform, createdAt, timeZone, hourCycle }) => ({
          token,
          platform,
          createdAt,
          ...(timeZone !== undefined && { timeZone }),
          ...(hourCycle !== undefined && { hourCycle }),
        }),
      ),
      messages: await tx.find('messages', 'user', player.id),
      // The notes are for moderators; the player has read those in the warning and the suspension of `user`.
      decisions: (await tx.find('decisions', 'author', player.id)).map(
        ({ at, action, gameId, stepIndex, kind, until }) => ({ at, action, gameId, stepIndex, kind, until }),
      ),
    })
  },

  async deleteAccount(context, { body }) {
    const { tx, player, ports, now } = context
    if (body.username.trim() !== player.username)
      return refuse('VALIDATION_FAILED', `Type your name as it is written: ${player.username}`)
    // It signs out every device.
    if (!(await maySignOutAll(context))) return refuse('FORBIDDEN', TOO_NEW)
    await leaveEverything(context)
    for await (const page of gamesOf(context)) {
      for (const game of page) putGame(context, game, withoutEntries(game, player.id, now))
    }
    for (const thing of await tx.find('reportedThings', 'author', player.id))
      tx.replace('reportedThings', thing, { ...thing, state: 'closed', isHidden: true, text: null })
    for (const report of await tx.find('reports', 'reporter', player.id))
      tx.replace('reports', report, { ...report, by: null, note: null })
    await removeBlocks(context)
    for (const { token } of await tx.find('pushTokens', 'user', player.id)) tx.remove('pushTokens', token)
    for (const { id } of await tx.find('messages', 'user', player.id)) tx.remove('messages', id)
    if (await tx.get('moveCodes', player.id)) tx.remove('moveCodes', player.id)
    const latest = (await tx.get('users', player.id)) ?? player
    const suspension = suspensionAt(latest, now)
    // Suspended devices stay known, so that they get no new account before the end.
    if (!suspension)
      for (const { id } of await tx.find('devices', 'user', player.id)) tx.remove('devices', id)
    const former: User = {
      id: player.id,
      deviceHash: suspension ? latest.deviceHash : unusedHash(ports, player, now),
      username: FORMER_PLAYER,
      avatar: null,
      groupId: null,
      finishedOnboarding: false,
      pushNotifications: false,
      createdAt: player.createdAt,
      groupsFounded: player.groupsFounded,
      deletedAt: now,
      ...(suspension && { suspension }),
    }
    tx.replace('users', latest, former)
    await noteDeletedAccount(context, player.id)
    context.publish({ type: 'signed-out', userId: player.id })
    return allow({ success: true as const })
  },
} satisfies Operations

const idsOf = (documents: readonly { readonly id: string }[]): string[] => documents.map(({ id }) => id)

const joinedAt = (members: readonly { userId: string; joinedAt: string }[], userId: string) =>
  members.find((member) => member.userId === userId)?.joinedAt ?? null

/** The player's games in pages. */
async function* gamesOf({ tx, player }: PlayerContext): AsyncGenerator<Game[]> {
  const ids = idsOf(await tx.search('gamesOfPlayer', player.id))
  for (let from = 0; from < ids.length; from += PAGE)
    yield tx.findMany('games', 'id', ids.slice(from, from + PAGE))
}

async function exportedGames(context: PlayerContext, games: readonly Game[]): Promise<object[]> {
  const { id } = context.player
  const entries = games.flatMap((game) => ownEntries(game, id))
  const pictures = await loadPictures(
    context,
    entries.flatMap((entry) => (entry.type === 'drawing' ? [entry.drawing] : [])),
  )
  return games.map((game) => ({
    gameId: game.id,
    date: game.day,
    kind: game.kind,
    // A word that is still being guessed is no data about the player.
    word: game.completedAt === null ? null : game.word,
    status: game.players.find(({ userId }) => userId === id)?.status ?? null,
    entries: ownEntries(game, id).map((entry) => ({
      type: entry.type,
      at: entry.at,
      timeSpent: entry.timeSpent,
      hidden: entry.hiddenAt !== undefined,
      ...(entry.type === 'drawing'
        ? { drawing: pictures.get(entry.drawing), strokeCount: entry.strokeCount }
        : { guess: entry.guess, attempts: attemptViews(entry.attempts) }),
    })),
  }))
}

/** Leaves the group and the games that are open. A running turn is passed. */
async function leaveEverything(context: PlayerContext): Promise<void> {
  const { tx, player, now } = context
  const group = player.groupId === null ? undefined : await tx.get('groups', player.groupId)
  if (group) await dropMember(context, group, player.id)
  for (const game of await gamesInPlay(context, { ...player, groupId: null }))
    putGame(context, game, leaveGame(game, player.id, now))
}

function withoutEntries(game: Game, userId: string, now: string): Game {
  return game.entries.reduce(
    (hidden, entry, at) => (entry.userId === userId ? hideEntry(hidden, at, now) : hidden),
    game,
  )
}

async function removeBlocks({ tx, player }: PlayerContext): Promise<void> {
  for (const { id } of await tx.find('blocks', 'by', player.id)) tx.remove('blocks', id)
  for (const { id, by } of await tx.find('blocks', 'of', player.id)) {
    tx.remove('blocks', id)
    const blocker = await tx.get('users', by)
    if (blocker) tx.replace('users', blocker, { ...blocker, blocksMade: (blocker.blocksMade ?? 1) - 1 })
  }
}
