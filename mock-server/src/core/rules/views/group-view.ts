import { GROUP } from '../../contract/constants.ts'
import type { GroupSummary, GroupView, InvitedGroup } from '../../contract/schemas/group.ts'
import { type Game, playerOf } from '../game/game.ts'
import { daysTogether } from '../game/together.ts'
import { type Group, shownGroup } from '../players/group.ts'
import { groupKey, hiddenFor, type People, person, personKey, type Veil } from '../players/people.ts'

/**
 * A group as a member sees it (API.md, Groups).
 *
 * @param today its game of today, which has the statuses
 * @param veil what the member does not want to see
 */
export function groupView(group: Group, people: People, today: Game | null, veil: Veil): GroupView {
  return {
    ...groupSummary(group, veil),
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
    daysTogether: today ? daysTogether(today) : 0,
    settings: {
      difficulty: group.difficulty,
      ...(group.publicResults === false && { publicResults: false }),
    },
  }
}

/** @param veil what the player who sees it does not want to see */
export function groupSummary(group: Group, veil: Veil): GroupSummary {
  const { id, members } = group
  const { name, avatar, isHidden } = shownGroup(group)
  return {
    id,
    name,
    avatar,
    memberCount: members.length,
    ...hiddenFor(isHidden, groupKey(id), null, veil),
  }
}

/**
 * A group as those who have its code see it before they join: with faces, but without names.
 *
 * @param veil what the player who sees it does not want to see
 */
export function invitedGroup(group: Group, people: People, veil: Veil): InvitedGroup {
  const faces = group.members.flatMap(({ userId }) => {
    const { avatar, isHidden = false } = person(people, userId)
    const { hidden } = hiddenFor(isHidden, personKey(userId), userId, veil)
    return avatar === null || hidden ? [] : [avatar]
  })
  return { ...groupSummary(group, veil), ...(faces.length > 0 && { faces: faces.slice(0, GROUP.facesMax) }) }
}
