import { createGame, type Game } from '../../core/rules/game/game.ts'
import { togetherBefore } from '../../core/rules/game/together.ts'
import { groupWord } from '../../core/rules/game/word-choice.ts'
import type { Group } from '../../core/rules/players/group.ts'
import { addDays, dayStart, type GameDay } from '../../core/rules/time/day.ts'
import { groupDay } from '../collections.ts'
import type { Context } from '../context.ts'
import type { Content } from '../ports.ts'

/** For so many days, a group gets no word again (API.md, The day). */
const NO_REPEAT_DAYS = 180

/** Whether the group gets its game of today automatically: it was created before the day started. */
export const isDue = ({ day, settings }: Context, { createdAt }: Group): boolean =>
  createdAt < dayStart(day, settings.timeZone)

/**
 * A new game of today for all members of a group. The creation time of a due game is the start of the day, whether the
 * roll-over or a member's call creates it.
 *
 * @param latest the group's game in {@link latestGames}
 */
export function newGroupGame(context: Context, group: Group, latest: Game | undefined): Game {
  const { ids, day, now, settings } = context
  return createGame({
    id: ids.groupGame(group.id, day),
    kind: 'group',
    groupId: group.id,
    day,
    word: groupWord(wordsOf(context.ports.content, group.difficulty), ids.wordSeed(group.id), day, latest),
    now: isDue(context, group) ? dayStart(day, settings.timeZone) : now,
    userIds: group.members.map(({ userId }) => userId),
    together: togetherBefore(latest, (of) => context.eveningsOff().includes(of)),
  })
}

/** A group has no game before its creation, whose date in UTC may be a day late in the game's zone. */
export const firstDay = ({ createdAt }: Group): GameDay => addDays(createdAt.slice(0, 10), -1)

/** Each group's latest game of the last 180 days before today, by group id. Their words decide the next ones. */
export async function latestGames(
  { tx, day }: Context,
  groups: readonly Group[],
): Promise<ReadonlyMap<string, Game>> {
  const latest = new Map<string, Game>()
  // Nearly every group has a game of yesterday. Earlier days are read only after a pause, in growing steps.
  for (let ago = 1; ago <= NO_REPEAT_DAYS; ago *= 2) {
    const days = Array.from({ length: ago }, (_, more) => addDays(day, -ago - more))
    const keys = groups
      .filter(({ id }) => !latest.has(id))
      .flatMap((group) => {
        const first = firstDay(group)
        return days.filter((each) => each >= first).map((each) => groupDay(group.id, each))
      })
    if (keys.length === 0) break
    for (const game of await tx.peek('games', 'groupDay', keys)) {
      const { groupId, day: found } = game
      if (groupId !== null && found > (latest.get(groupId)?.day ?? '')) latest.set(groupId, game)
    }
  }
  return latest
}

type Difficulty = Group['difficulty']

/** Cache of the words of each difficulty: a roll-over needs them for every group. */
const wordLists = new WeakMap<Content['words'], Record<Difficulty, string[]>>()

function wordsOf({ words }: Content, difficulty: Difficulty): string[] {
  const of = (wanted: Difficulty) =>
    words.filter((each) => each.difficulty === wanted).map(({ word }) => word)
  const lists = wordLists.get(words) ?? { easy: of('easy'), hard: of('hard') }
  wordLists.set(words, lists)
  return lists[difficulty]
}
