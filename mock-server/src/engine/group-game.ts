import { dayStart } from '../rules/day.ts'
import { createGame, type Game } from '../rules/game.ts'
import type { Group } from '../rules/group.ts'
import { wordOfDay } from '../rules/word-choice.ts'
import type { Context } from './context.ts'
import type { Content } from './ports.ts'

/** Whether the group gets its game of today automatically: it was created before the day started. */
export const isDue = ({ day, settings }: Context, { createdAt }: Group): boolean =>
  createdAt < dayStart(day, settings.timeZone)

/**
 * A new game of today for all members of a group. The creation time of a due game is the start of the day, whether the
 * roll-over or a member's call creates it.
 */
export function newGroupGame(context: Context, group: Group): Game {
  const { ids, day, now, settings } = context
  return createGame({
    id: ids.groupGame(group.id, day),
    kind: 'group',
    groupId: group.id,
    day,
    word: wordOfDay(wordsOf(context.ports.content, group.difficulty), ids.wordSeed(group.id), day),
    now: isDue(context, group) ? dayStart(day, settings.timeZone) : now,
    userIds: group.members.map(({ userId }) => userId),
  })
}

type Difficulty = Group['difficulty']

/** Cache of the words of each difficulty: a roll-over needs them for every group. */
const wordLists = new WeakMap<Content, Record<Difficulty, string[]>>()

function wordsOf(content: Content, difficulty: Difficulty): string[] {
  const of = (wanted: Difficulty) =>
    content.words.filter((each) => each.difficulty === wanted).map(({ word }) => word)
  const lists = wordLists.get(content) ?? { easy: of('easy'), hard: of('hard') }
  wordLists.set(content, lists)
  return lists[difficulty]
}
