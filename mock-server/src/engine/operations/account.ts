import type { Game } from '../../rules/game/game.ts'
import { attemptViews } from '../../rules/game/guess.ts'
import { ownEntries } from '../../rules/game/history.ts'
import { shownGroup } from '../../rules/players/group.ts'
import { allow, refuse } from '../../rules/refusal.ts'
import type { Operations, PlayerContext } from '../context.ts'
import { devicesOf, maySignOutAll, TOO_NEW } from '../devices.ts'
import { eraseAccount, gamesOf } from '../erasure/erase-account.ts'
import { loadPictures } from '../view-data.ts'

/** What a player may do with their data (API.md, Account). */
export const accountOperations = {
  async exportAccount(context) {
    const { tx, ids, player, now } = context
    const games: object[] = []
    const reactions: object[] = []
    for await (const page of gamesOf(context, player.id)) {
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
    const { player } = context
    if (body.username.trim() !== player.username)
      return refuse('VALIDATION_FAILED', `Type your name as it is written: ${player.username}`)
    // It signs out every device.
    if (!(await maySignOutAll(context))) return refuse('FORBIDDEN', TOO_NEW)
    await eraseAccount(context, player)
    return allow({ success: true as const })
  },
} satisfies Operations

const idsOf = (documents: readonly { readonly id: string }[]): string[] => documents.map(({ id }) => id)

const joinedAt = (members: readonly { userId: string; joinedAt: string }[], userId: string) =>
  members.find((member) => member.userId === userId)?.joinedAt ?? null

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
