import { dayStart } from '../rules/day.ts'
import { createGame, type Game } from '../rules/game.ts'
import type { Group } from '../rules/group.ts'
import { wordOfDay } from '../rules/word-choice.ts'
import type { Context } from './context.ts'

/** Whether the group's game of today is due without a request: the group was founded before the day started. */
export const isDue = ({ day, settings }: Context, { createdAt }: Group): boolean =>
  createdAt < dayStart(day, settings.timeZone)

/**
 * Today's game of a group with all its members, before its first turn. A due game starts with the day, whether the
 * roll-over or a member's call creates it.
 */
export function newGroupGame(context: Context, group: Group): Game {
  const { ids, day, now, settings } = context
  return createGame({
    id: ids.groupGame(group.id, day),
    kind: 'group',
    groupId: group.id,
    day,
    word: wordOfDay(wordsOf(context, group.difficulty), ids.wordSeed(group.id), day),
    now: isDue(context, group) ? dayStart(day, settings.timeZone) : now,
    userIds: group.members.map(({ userId }) => userId),
  })
}

const wordsOf = ({ ports }: Context, difficulty: Group['difficulty']): string[] =>
  ports.content.words.filter((each) => each.difficulty === difficulty).map(({ word }) => word)
