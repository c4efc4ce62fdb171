import type { Group } from '../../core/rules/players/group.ts'
import type { User } from '../../core/rules/players/user.ts'
import type { Store } from '../../engine/store.ts'
import { nodeCodecs } from '../platform/node-codecs.ts'

/** Groups per transaction. */
const BATCH = 1000

export interface Crowd {
  groups: number
  membersEach: number
  /** When all users signed up and created their groups. */
  createdAt: string
}

/** Writes groups and their members directly into a store. Members can sign in with {@link crowdDevice}. */
export async function createCrowd(store: Store, { groups, membersEach, createdAt }: Crowd): Promise<void> {
  for (let first = 0; first < groups; first += BATCH) {
    await store.transaction(async (tx) => {
      for (let at = first; at < Math.min(first + BATCH, groups); at++) {
        const { group, members } = crowdGroup(at, { membersEach, createdAt })
        for (const member of members) tx.insert('users', member)
        tx.insert('groups', group)
      }
    })
  }
}

/** One group of a crowd with its members. */
export function crowdGroup(
  at: number,
  { membersEach, createdAt }: Pick<Crowd, 'membersEach' | 'createdAt'>,
): { group: Group; members: User[] } {
  const members = Array.from({ length: membersEach }, (_, place) => user(at, place, createdAt))
  return { group: group(at, members, createdAt), members }
}

/** The device id of a member. */
export const crowdDevice = (group: number, member: number): string => `device_crowd_${group}_of_${member}`

export const crowdGroupId = (at: number): string => idOf(`group ${at}`)

export const crowdUserId = (group: number, member: number): string => idOf(`user ${group} ${member}`)

/** As long as a real id and, like it, not a slice, which would keep the whole hash in memory. */
const idOf = (name: string): string =>
  Buffer.from(nodeCodecs.sha256(name), 'hex').toString('base64url', 0, 16)

function user(groupAt: number, place: number, createdAt: string): User {
  return {
    id: crowdUserId(groupAt, place),
    deviceHash: nodeCodecs.sha256(crowdDevice(groupAt, place)),
    username: `User${groupAt}-${place}`,
    avatar: null,
    groupId: crowdGroupId(groupAt),
    finishedOnboarding: true,
    pushNotifications: true,
    createdAt,
    groupsFounded: 0,
  }
}

function group(at: number, members: readonly User[], createdAt: string): Group {
  return {
    id: crowdGroupId(at),
    name: `Group ${at}`,
    code: at.toString(36).toUpperCase().padStart(6, '0'),
    avatar: null,
    hostId: members[0]?.id ?? '',
    difficulty: 'easy',
    createdAt,
    members: members.map(({ id }) => ({ userId: id, joinedAt: createdAt })),
  }
}
