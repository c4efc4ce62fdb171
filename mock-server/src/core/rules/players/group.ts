import { GROUP } from '../../contract/constants.ts'
import { allow, type Ruling, refuse } from '../refusal.ts'
import type { Group } from '../stored/group.ts'
import type { Instant } from '../time/instant.ts'

export type { Group }

/** The name and avatar of a group as players see them. */
export function shownGroup({ name, avatar, hiddenTexts = [] }: Group) {
  if (hiddenTexts.includes(name)) return { name: 'Group', avatar: null, isHidden: true }
  const hidesAvatar = avatar !== null && hiddenTexts.includes(avatar)
  return { name, avatar: hidesAvatar ? null : avatar, isHidden: hidesAvatar }
}

export const isMember = (group: Group, userId: string): boolean =>
  group.members.some((member) => member.userId === userId)

/** Appends a member. Does nothing if the user is already a member (API.md, Groups). */
export function addMember(group: Group, userId: string, now: Instant): Ruling<Group> {
  if (isMember(group, userId)) return allow(group)
  if (group.members.length >= GROUP.maxMembers) {
    return refuse('CONFLICT', `This group is full. A group has at most ${GROUP.maxMembers} members.`)
  }
  return allow({ ...group, members: [...group.members, { userId, joinedAt: now }] })
}

/**
 * The group without the member, or null if no member is left. If the host leaves, the longest-standing member becomes
 * host.
 */
export function removeMember(group: Group, userId: string): Group | null {
  const members = group.members.filter((member) => member.userId !== userId)
  const [longestStanding] = members
  if (!longestStanding) return null
  return { ...group, members, hostId: group.hostId === userId ? longestStanding.userId : group.hostId }
}

/** Whether `byId` may remove `userId`: only the host may, and not themselves. */
export function mayKick(group: Group, byId: string, userId: string): Ruling<true> {
  if (group.hostId !== byId) return refuse('FORBIDDEN', 'Only the host can remove members')
  if (byId === userId) return refuse('FORBIDDEN', 'The host cannot remove themself')
  if (!isMember(group, userId)) return refuse('NOT_FOUND', 'No such member in this group')
  return allow(true)
}

/** The group with a player kept out, whom {@link isKeptOut} then finds by id and by device. */
export function keepOut(
  group: Group,
  userId: string,
  deviceHashes: readonly string[],
  since: Instant,
): Group {
  const others = (group.keptOut ?? []).filter((each) => each.userId !== userId)
  return { ...group, keptOut: [...others, { userId, deviceHashes, since }] }
}

/** The group with a player no longer kept out. */
export function letBackIn(group: Group, userId: string): Group {
  const { keptOut = [], ...rest } = group
  const others = keptOut.filter((each) => each.userId !== userId)
  return others.length > 0 ? { ...rest, keptOut: others } : rest
}

export const isKeptOut = (
  { keptOut = [] }: Group,
  { id }: { id: string },
  deviceHashes: readonly string[],
): boolean =>
  keptOut.some((each) => each.userId === id || each.deviceHashes.some((hash) => deviceHashes.includes(hash)))
