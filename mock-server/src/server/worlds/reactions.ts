import type { Random } from '@inkling/fixtures/random'
import { REACTION_TYPES, type ReactionType } from '../../core/contract/schemas/reactions.ts'
import type { Game } from '../../core/rules/game/game.ts'
import type { Reaction } from '../../core/rules/game/reactions.ts'
import type { Instant } from '../../core/rules/time/instant.ts'
import { plus } from '../../core/rules/time/instant.ts'

/** How likely each reaction is. Kind ones are more likely. */
const WEIGHT: Readonly<Record<ReactionType, number>> = {
  love: 2,
  laugh: 3,
  wow: 2,
  fire: 1,
  thumbs_up: 2,
  thumbs_down: 1,
  mind_blown: 1,
}
const TYPES = REACTION_TYPES.flatMap((type) => Array.from({ length: WEIGHT[type] }, () => type))
const SECOND = 1000

/** The reactions of a game's players to its steps, in the first hours after the results. Oldest first. */
export function reactionsTo(game: Game, from: Instant, random: Random): Reaction[] {
  const reactions = game.players.flatMap(({ userId, status }) =>
    game.entries.flatMap((entry, stepIndex): Reaction[] => {
      const likes = status === 'completed' && entry.userId !== userId && random.chance(0.35)
      if (!likes) return []
      const at = plus(from, random.whole(60, 300) * SECOND)
      return [{ stepIndex, userId, reactionType: random.pick(TYPES), at }]
    }),
  )
  return reactions.sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1))
}
