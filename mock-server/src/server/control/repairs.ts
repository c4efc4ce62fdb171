import { freeTurn, playerOf, skipPlayer } from '../../core/rules/game/game.ts'
import { type Group, isMember } from '../../core/rules/players/group.ts'
import { userView } from '../../core/rules/players/user.ts'
import { allow, refuse } from '../../core/rules/refusal.ts'
import { loadGroupNameCheck } from '../../core/rules/username/group-name-check.ts'
import { loadUsernameCheck } from '../../core/rules/username/username-check.ts'
import type { Operations } from '../../engine/context.ts'
import { putGame, updateGame } from '../../engine/games/stored-games.ts'
import { dropMember } from '../../engine/membership.ts'
import { showGroup } from '../../engine/operations/groups.ts'

/** What admins put right: stuck turns, and the names and members of groups. */
export const repairs = {
  async endTurn(context, { params, body }) {
    const stored = await context.tx.get('games', params.id)
    if (!stored) return refuse('NOT_FOUND', 'No such game')
    const game = updateGame(context, stored)
    const userId = body.userId ?? game.turn?.userId
    const status = userId === undefined ? undefined : playerOf(game, userId)?.status
    const isRunning = status === 'playing'
    if (game.completedAt !== null) return refuse('CONFLICT', 'The game is completed')
    if (userId === undefined) return refuse('CONFLICT', 'No turn of the game is running')
    if (!(isRunning || status === 'pending'))
      return refuse('CONFLICT', 'The player has no turn left in the game')
    if (body.how === 'free' && !isRunning) return refuse('CONFLICT', 'The turn has not begun')
    const ended = body.how === 'free' ? freeTurn(game) : skipPlayer(game, userId, context.now)
    putGame(context, game, ended)
    return allow({ ...ended })
  },

  async renameUser({ tx, now }, { params, body }) {
    const user = await tx.get('users', params.id)
    if (!user) return refuse('NOT_FOUND', 'No such user')
    const verdict = (await loadUsernameCheck())(body.username)
    if (!verdict.ok) return refuse('VALIDATION_FAILED', verdict.message)
    const changed = { ...user, username: body.username }
    tx.replace('users', user, changed)
    return allow(userView(changed, now))
  },

  async renameGroup(context, { params, body }) {
    const group = await context.tx.get('groups', params.id)
    if (!group) return refuse('NOT_FOUND', 'No such group')
    const problem = (await loadGroupNameCheck())(body.name)
    if (problem !== null) return refuse('VALIDATION_FAILED', problem)
    const changed = { ...group, name: body.name }
    context.tx.replace('groups', group, changed)
    return allow(await showGroup(context, changed, null))
  },

  async removeGroup(context, { params }) {
    const group = await context.tx.get('groups', params.id)
    if (!group) return refuse('NOT_FOUND', 'No such group')
    // The group is removed with its last member.
    let rest: Group | null = group
    for (const { userId } of group.members) rest = rest && (await dropMember(context, rest, userId))
    return allow({ success: true as const })
  },

  async removeMember(context, { params }) {
    const group = await context.tx.get('groups', params.id)
    if (!group || !isMember(group, params.userId)) return refuse('NOT_FOUND', 'No such member of the group')
    await dropMember(context, group, params.userId)
    return allow({ success: true as const })
  },
} satisfies Operations
