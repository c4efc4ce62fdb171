import type { GroupSummary, GroupView } from '../../contract/schemas/group.ts'
import { type Game, playerOf } from '../game/game.ts'
import type { Group } from '../players/group.ts'
import { hiddenFor, type People, person, personKey, type Veil } from '../players/people.ts'

/**
 * A group as a member sees it (API.md, Groups).
 *
 * @param today its game of today, which has the statuses
 * @param veil what the member does not want to see
 */
export function groupView(group: Group, people: People, today: Game | null, veil: Veil): GroupView {
  return {
    ...groupSummary(group),
    groupId: group.id,
    code: group.code,
    hostId: group.hostId,
    members: group.members.map(({ userId, joinedAt }) => {
      const isHost = group.hostId === userId
      const status = (today && playerOf(today, userId)?.status) ?? 'idle'
      const { username, avatar, isHidden = false } = person(people, userId)
      const hidden = hiddenFor(isHidden, personKey(userId), userId, veil)
      return { userId, username, avatar, joinedAt, status, isHost, isAdmin: isHost, ...hidden }
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
