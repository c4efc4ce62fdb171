import { codesLike } from '../../core/contract/group-code.ts'
import type { KeptOut } from '../../core/contract/schemas/account.ts'
import type { GroupView, InvitedGroup } from '../../core/contract/schemas/group.ts'
import { joinGame } from '../../core/rules/game/game.ts'
import {
  addMember,
  type Group,
  isKeptOut,
  isMember,
  keepOut,
  letBackIn,
  mayKick,
} from '../../core/rules/players/group.ts'
import { NO_VEIL, person, userIdsIn, type Veil } from '../../core/rules/players/people.ts'
import type { User } from '../../core/rules/players/user.ts'
import { allow, type Ruling, refuse } from '../../core/rules/refusal.ts'
import { loadGroupNameCheck } from '../../core/rules/username/group-name-check.ts'
import { groupView, invitedGroup } from '../../core/rules/views/group-view.ts'
import type { Context, Operations, PlayerContext } from '../context.ts'
import { devicesOf } from '../devices.ts'
import { gameOfGroup, putGame } from '../games/stored-games.ts'
import { dropMember, foundGroup, freeCode } from '../membership.ts'
import { ownAvatar } from '../own-avatar.ts'
import { loadPeople, loadVeil } from '../view-data.ts'

/** Groups (API.md, Groups). */
export const groupOperations = {
  async createGroup(context, { body }) {
    const { player } = context
    if (player.groupId !== null) return refuse('CONFLICT', 'You are already in a group. Leave it first.')
    const problem = (await loadGroupNameCheck())(body.name)
    if (problem !== null) return refuse('VALIDATION_FAILED', problem)
    const avatar = body.avatar === undefined ? null : ownAvatar(context, body.avatar)
    const group = await foundGroup(context, player, { name: body.name, avatar })
    return allow(await show(context, group))
  },

  async joinGroup(context, { body }) {
    const { tx, now, player } = context
    const group = await groupOfCode(context, body.code)
    const hashes = (await devicesOf(context, player)).map(({ id }) => id)
    if (!group || isKeptOut(group, player, hashes))
      return refuse('NOT_FOUND', 'Group not found. Please check the code.')
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

  async lookupGroup(context, { params }) {
    return lookup(context, params.code, await loadVeil(context, context.player))
  },

  getInvitation: (context, { params }) => lookup(context, params.code, NO_VEIL),

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
    if (body.name !== undefined && group.value.hiddenTexts?.includes(body.name))
      return refuse('VALIDATION_FAILED', 'The moderators have removed this name. Please choose another.')
    const { name = group.value.name } = body
    const avatar = body.avatar === undefined ? group.value.avatar : ownAvatar(context, body.avatar)
    if (name !== group.value.name) {
      const problem = (await loadGroupNameCheck())(name)
      if (problem !== null) return refuse('VALIDATION_FAILED', problem)
    }
    const { publicResults = group.value.publicResults ?? true } = body
    const { publicResults: _, ...kept } = group.value
    const changed: Group = { ...kept, name, avatar, ...(!publicResults && { publicResults: false }) }
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
    if (!body.keepOut) return allow(await show(context, rest))
    const user = await context.tx.get('users', body.userId)
    const hashes = user ? (await devicesOf(context, user)).map(({ id }) => id) : []
    if (user) {
      const keptOutOf = [...new Set([...(user.keptOutOf ?? []), rest.id])]
      context.tx.replace('users', user, { ...user, keptOutOf })
    }
    const changed = keepOut(rest, body.userId, hashes, context.now)
    context.tx.replace('groups', rest, changed)
    return allow(await show(context, changed))
  },

  async getKeptOut(context, { params }) {
    const group = await hostedGroup(context, params.id)
    return group.ok ? allow(await showKeptOut(context, group.value)) : group
  },

  async letBackIn(context, { params }) {
    const group = await hostedGroup(context, params.id)
    if (!group.ok) return group
    const changed = letBackIn(group.value, params.userId)
    context.tx.replace('groups', group.value, changed)
    return allow(await showKeptOut(context, changed))
  },

  async renewGroupCode(context, { params }) {
    const group = await hostedGroup(context, params.id)
    if (!group.ok) return group
    const codesMade = (group.value.codesMade ?? 0) + 1
    const code = await freeCode(context, `${group.value.id} ${codesMade}`)
    const changed = { ...group.value, code, codesMade }
    context.tx.replace('groups', group.value, changed)
    return allow(await show(context, changed))
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
async function ownGroup({ tx, player }: PlayerContext, id: string): Promise<Ruling<Group>> {
  const group = await tx.get('groups', id)
  if (!group) return refuse('NOT_FOUND', 'No such group')
  return isMember(group, player.id) ? allow(group) : refuse('FORBIDDEN', 'You are not in this group')
}

/** The group, if the player is its host. */
async function hostedGroup(context: PlayerContext, id: string): Promise<Ruling<Group>> {
  const group = await ownGroup(context, id)
  if (!group.ok || group.value.hostId === context.player.id) return group
  return refuse('FORBIDDEN', 'Only the host can do this')
}

/** The group of a code, for everyone who has the code. */
async function lookup(context: Context, code: string, veil: Veil): Promise<Ruling<InvitedGroup>> {
  const group = await groupOfCode(context, code)
  if (!group) return refuse('NOT_FOUND', 'No group has this code')
  const people = await loadPeople(context, userIdsIn(group.members))
  return allow(invitedGroup(group, people, veil))
}

/** The group with this code or, if there is none, the only one whose code looks like it. */
async function groupOfCode({ tx }: Pick<Context, 'tx'>, code: string): Promise<Group | undefined> {
  const [exact] = await tx.find('groups', 'code', code)
  if (exact) return exact
  const [alike, another] = await tx.peek('groups', 'code', codesLike(code))
  return another ? undefined : alike
}

async function showKeptOut(context: Context, { keptOut = [] }: Group): Promise<KeptOut> {
  const people = await loadPeople(context, userIdsIn(keptOut))
  return {
    players: keptOut.map(({ userId, since }) => {
      const { username, avatar } = person(people, userId)
      return { userId, username, avatar, since }
    }),
  }
}

const show = (context: PlayerContext, group: Group): Promise<GroupView> =>
  showGroup(context, group, context.player)

/** @param viewer who sees it; null for an admin, from whom nothing is veiled */
export async function showGroup(context: Context, group: Group, viewer: User | null): Promise<GroupView> {
  const people = await loadPeople(context, userIdsIn(group.members))
  const today = (await gameOfGroup(context, group.id)) ?? null
  return groupView(group, people, today, viewer ? await loadVeil(context, viewer) : NO_VEIL)
}
