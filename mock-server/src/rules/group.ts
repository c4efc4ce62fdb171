import { GROUP } from '../contract/constants.ts'
import type { Instant } from './instant.ts'
import { allow, type Decision, refuse } from './refusal.ts'

/** A group as stored. */
export interface Group {
  readonly id: string
  readonly name: string
  /** Six characters from A-Z and 0-9; unique. */
  readonly code: string
  readonly avatar: string | null
  readonly hostId: string
  readonly difficulty: 'easy' | 'hard'
  readonly createdAt: Instant
  /** In join order. */
  readonly members: readonly Membership[]
}

interface Membership {
  readonly userId: string
  readonly joinedAt: Instant
}

export const isMember = (group: Group, userId: string): boolean =>
  group.members.some((member) => member.userId === userId)

/** Appends a member. Does nothing if the user is already a member (api.md, Groups). */
export function addMember(group: Group, userId: string, now: Instant): Decision<Group> {
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

/** Whether `byId` may remove `userId`: only the host may, and not themselves (spec section 6). */
export function mayKick(group: Group, byId: string, userId: string): Decision<true> {
  if (group.hostId !== byId) return refuse('FORBIDDEN', 'Only the host can remove members')
  if (byId === userId) return refuse('FORBIDDEN', 'The host cannot remove themself')
  if (!isMember(group, userId)) return refuse('NOT_FOUND', 'No such member in this group')
  return allow(true)
}
