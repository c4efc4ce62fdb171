import { daysOff, type GameSummary } from '../core/rules/game/history.ts'
import type { User } from '../core/rules/players/user.ts'
import { dayAt, type GameDay } from '../core/rules/time/day.ts'
import type { Context } from './context.ts'

/**
 * The days on which a player could not play.
 * @param games all of the player
 * @param span the days, without `to`
 */
export async function daysOffOf(
  context: Context,
  player: User,
  games: readonly GameSummary[],
  span: { readonly from: GameDay; readonly to: GameDay },
): Promise<GameDay[]> {
  return daysOff({
    games,
    memberSince: await memberSince(context, player),
    eveningsOff: context.eveningsOff(),
    ...span,
  })
}

/** The day on which the player has joined their group; null without one. */
async function memberSince({ tx, settings }: Context, { id, groupId }: User): Promise<GameDay | null> {
  const group = groupId === null ? undefined : await tx.get('groups', groupId)
  const member = group?.members.find(({ userId }) => userId === id)
  return member ? dayAt(member.joinedAt, settings.timeZone) : null
}
