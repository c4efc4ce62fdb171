import type { GroupView } from '../../contract/schemas/group.ts'
import { joinGame } from '../../rules/game.ts'
import { addMember, type Group, isMember, mayKick } from '../../rules/group.ts'
import { allow, type Decision, refuse } from '../../rules/refusal.ts'
import { loadGroupNameCheck } from '../../rules/username/group-name-check.ts'
import { groupSummary, groupView } from '../../rules/views/group-view.ts'
import { putGame } from '../changed-games.ts'
import type { Context, Operations, PlayerContext } from '../context.ts'
import { dropMember, foundGroup } from '../membership.ts'
import { gameOfGroup } from '../update-games.ts'
import { loadPeople } from '../view-data/load-view-data.ts'

/** Groups (spec sections 2, 5 and 6; api.md, Groups). */
export const groupOperations = {
  async createGroup(context, { body }) {
    const { player } = context
    if (player.groupId !== null) return refuse('CONFLICT', 'You are already in a group. Leave it first.')
    const problem = (await loadGroupNameCheck())(body.name)
    if (problem !== null) return refuse('VALIDATION_FAILED', problem)
    const group = await foundGroup(context, player, { name: body.name, avatar: body.avatar ?? null })
    return allow(await show(context, group))
  },

  async joinGroup(context, { body }) {
    const { tx, now, player } = context
    const [group] = await tx.find('groups', 'code', body.code)
    if (!group) return refuse('NOT_FOUND', 'Group not found. Please check the code.')
    if (player.groupId !== null && player.groupId !== group.id) {
      return refuse('CONFLICT', 'You are already in a group. Leave it first.')
    }
    const joined = addMember(group, player.id, now)
    if (!joined.ok) return joined
    if (joined.value !== group) {
      const game = await gameOfGroup(context, group.id)
      tx.replace('groups', group, joined.value)
      tx.replace('users', player, { ...player, groupId: group.id })
      if (game) putGame(context, game, joinGame(game, player.id, now))
    }
    return allow(await show(context, joined.value))
  },

  async lookupGroup({ tx }, { params }) {
    const [group] = await tx.find('groups', 'code', params.code)
    return group ? allow(groupSummary(group)) : refuse('NOT_FOUND', 'No group has this code')
  },

  async getGroup(context, { params }) {
    const group = await ownGroup(context, params.id)
    return group.ok ? allow(await show(context, group.value)) : group
  },

  async updateGroupSettings(context, { params, body }) {
    const group = await ownGroup(context, params.id)
    if (!group.ok) return group
    if (group.value.hostId !== context.player.id) {
      return refuse('FORBIDDEN', 'Only the host can change the settings')
    }
    const { name = group.value.name, avatar = group.value.avatar } = body
    if (name !== group.value.name) {
      const problem = (await loadGroupNameCheck())(name)
      if (problem !== null) return refuse('VALIDATION_FAILED', problem)
    }
    const changed = { ...group.value, name, avatar }
    context.tx.replace('groups', group.value, changed)
    return allow(await show(context, changed))
  },

  async kickMember(context, { params, body }) {
    const group = await ownGroup(context, params.id)
    if (!group.ok) return group
    const may = mayKick(group.value, context.player.id, body.userId)
    if (!may.ok) return may
    const rest = await dropMember(context, group.value, body.userId)
    if (!rest) throw new Error('The group has no members after a kick, although its host stays')
    return allow(await show(context, rest))
  },

  async leaveGroup(context, { params }) {
    const group = await ownGroup(context, params.id)
    if (!group.ok) return group
    await dropMember(context, group.value, context.player.id)
    return allow({ success: true as const })
  },

  async inviteToGroup(context, { params }) {
    const group = await ownGroup(context, params.id)
    if (!group.ok) return group
    const { code } = group.value
    return allow({ code, link: `${context.origin}/?code=${code}` })
  },
} satisfies Operations

/** The group, if the player is a member. Otherwise refused: FORBIDDEN, or NOT_FOUND if there is no such group. */
async function ownGroup({ tx, player }: PlayerContext, id: string): Promise<Decision<Group>> {
  const group = await tx.get('groups', id)
  if (!group) return refuse('NOT_FOUND', 'No such group')
  return isMember(group, player.id) ? allow(group) : refuse('FORBIDDEN', 'You are not in this group')
}

async function show(context: Context, group: Group): Promise<GroupView> {
  const people = await loadPeople(
    context,
    group.members.map(({ userId }) => userId),
  )
  return groupView(group, people, (await gameOfGroup(context, group.id)) ?? null)
}
