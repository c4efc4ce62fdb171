import type { Game } from '../../core/rules/game/game.ts'
import { type GameSummary, summaryOf } from '../../core/rules/game/history.ts'
import { type Streak, streakOf } from '../../core/rules/game/streak.ts'
import type { User } from '../../core/rules/players/user.ts'
import { addDays, type GameDay } from '../../core/rules/time/day.ts'
import type { Context } from '../context.ts'
import { daysOffOf } from '../days-off.ts'

/**
 * Whether a player who has not played on a day has a streak to keep. Looks at the day before, which decides for most players,
 * and at all of their games only if that day neither counts nor ends a streak.
 * @param games those of the player on the day before
 */
export async function hasStreak(
  context: Context,
  player: User,
  day: GameDay,
  games: readonly Game[],
): Promise<boolean> {
  const before = addDays(day, -1)
  const recent = games.filter((game) => game.day === before).map(summaryOf)
  const mayBeOff = recent.length === 0 ? player.groupId !== null : context.eveningsOff().includes(before)
  const streak = streakIn(player.id, day, recent, mayBeOff ? [before] : [], before)
  if (streak.days > 0 || !streak.isMore) return streak.days > 0
  const all = await context.tx.peekSearch('gamesOfPlayer', player.id)
  const from = all.map((game) => game.day).sort()[0] ?? day
  const off = await daysOffOf(context, player, all, { from, to: day })
  return streakIn(player.id, day, all, off, from).days > 0
}

/** @param since the first day that is known */
function streakIn(
  userId: string,
  day: GameDay,
  games: readonly GameSummary[],
  off: readonly GameDay[],
  since: GameDay,
): Streak {
  const has = (ids: 'playedBy' | 'excused', wanted: GameDay) =>
    games.some((game) => game.day === wanted && game[ids].includes(userId))
  return streakOf(
    {
      hasPlayed: (wanted) => has('playedBy', wanted),
      isExcused: (wanted) => off.includes(wanted) || has('excused', wanted),
      isKnown: (wanted) => wanted >= since,
    },
    day,
  )
}
