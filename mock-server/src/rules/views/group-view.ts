import type { GroupSummary, GroupView } from '../../contract/schemas/group.ts'
import { type Game, playerOf } from '../game.ts'
import type { Group } from '../group.ts'
import { type People, person } from '../people.ts'

/** A group as its members see it. `today` is its game of today, which has the statuses (api.md, Groups). */
export function groupView(group: Group, people: People, today: Game | null): GroupView {
  return {
    ...groupSummary(group),
    groupId: group.id,
    code: group.code,
    hostId: group.hostId,
    members: group.members.map(({ userId, joinedAt }) => {
      const isHost = group.hostId === userId
      const status = (today && playerOf(today, userId)?.status) ?? 'idle'
      const { username, avatar } = person(people, userId)
      return { userId, username, avatar, joinedAt, status, isHost, isAdmin: isHost }
    }),
    settings: {
      difficulty: group.difficulty,
      ...(group.publicResults === false && { publicResults: false }),
    },
  }
}

export const groupSummary = ({ id, name, avatar, members }: Group): GroupSummary => ({
  id,
  name,
  avatar,
  memberCount: members.length,
})
