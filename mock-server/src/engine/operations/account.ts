import type { Game } from '../../core/rules/game/game.ts'
import { attemptViews } from '../../core/rules/game/guess.ts'
import { ownEntries } from '../../core/rules/game/history.ts'
import { shownGroup } from '../../core/rules/players/group.ts'
import { allow, refuse } from '../../core/rules/refusal.ts'
import { idsOf } from '../collections.ts'
import type { Context, Operations, PlayerContext } from '../context.ts'
import { noteDeleted } from '../deleted-accounts.ts'
import { devicesOf, maySignOutAll, TOO_NEW } from '../devices.ts'
import { eraseAccount } from '../erasure/erase-account.ts'
import { loadPictures } from '../view-data.ts'

/** Games per read of an export. */
const EXPORT_PAGE = 8

/** What a player may do with their data (API.md, Account). */
export const accountOperations = {
  async exportAccount(context) {
    const { tx, ids, player, now } = context
    const [group] = player.groupId === null ? [] : await tx.peek('groups', 'id', [player.groupId])
    const blocks = await tx.find('blocks', 'by', player.id)
    const reports = await tx.find('reports', 'reporter', player.id)
    const { deviceHash: _, signedOut: __, ...user } = player
    const games = (await tx.peekSearch('gamesOfPlayer', player.id)).sort((a, b) => a.day.localeCompare(b.day))
    const document = {
      format: 'inkling-account',
      exportedAt: now,
      user,
      devices: (await devicesOf(context, player)).map(({ id, addedAt, lastSeenAt, name }) => ({
        id: ids.device(id, addedAt),
        addedAt,
        lastSeenAt,
        ...(name !== undefined && { name }),
      })),
      group: group
        ? {
            id: group.id,
            name: shownGroup(group).name,
            joinedAt: joinedAt(group.members, player.id),
            isHost: group.hostId === player.id,
          }
        : null,
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
    }
    return allow(inPieces(context, document, idsOf(games)))
  },

  async deleteAccount(context, { body }) {
    const { player } = context
    if (body.username.trim() !== player.username)
      return refuse('VALIDATION_FAILED', `Type your name as it is written: ${player.username}`)
    // It signs out every device.
    if (!(await maySignOutAll(context))) return refuse('FORBIDDEN', TOO_NEW)
    await noteDeleted(context, player.id)
    await eraseAccount(context, player)
    return allow({ success: true as const })
  },
} satisfies Operations

const joinedAt = (members: readonly { userId: string; joinedAt: string }[], userId: string) =>
  members.find((member) => member.userId === userId)?.joinedAt ?? null

/**
 * The export as JSON. Its games are read a few at a time while it is sent, because a player may have drawn for years.
 * @param document all of it but the games and the reactions to them
 */
async function* inPieces(
  { player, readLater }: PlayerContext,
  document: object,
  gameIds: readonly string[],
): AsyncGenerator<string> {
  yield `${JSON.stringify(document).slice(0, -1)},"games":[`
  const reactions: object[] = []
  let separator = ''
  for (let from = 0; from < gameIds.length; from += EXPORT_PAGE) {
    const ids = gameIds.slice(from, from + EXPORT_PAGE)
    const page = await readLater(async (context) => ({
      games: await exportedGames(context, player.id, await context.tx.peek('games', 'id', ids)),
      reactions: await context.tx.peek('reactions', 'id', ids),
    }))
    for (const { gameId, reactions: all } of page.reactions)
      reactions.push(...all.filter(({ userId }) => userId === player.id).map((each) => ({ gameId, ...each })))
    for (const game of page.games) {
      yield separator + JSON.stringify(game)
      separator = ','
    }
  }
  yield `],"reactions":${JSON.stringify(reactions)}}`
}

async function exportedGames(context: Context, id: string, games: readonly Game[]): Promise<object[]> {
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
