import type { PlayerContext } from '../context.ts'

/** The players whom the caller has blocked, and those who have blocked the caller. */
export async function blockedEitherWay({ tx, player }: PlayerContext): Promise<Set<string>> {
  return new Set([
    ...(player.blocksMade ? await tx.find('blocks', 'by', player.id) : []).map(({ userId }) => userId),
    ...(await tx.find('blocks', 'of', player.id)).map(({ by }) => by),
  ])
}
