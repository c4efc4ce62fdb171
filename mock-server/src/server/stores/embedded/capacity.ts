import type { Capacity } from '../../../engine/store.ts'

/** What the embedded store is made for: 250 groups for a year start in a few seconds, and take half a gigabyte of memory. */
export const DECLARED = { players: 10_000, games: 100_000 }
/** The part of it from which a warning says what to do. */
const NEAR = 0.8

/** @param folder named in the command that the warning gives */
export function capacityOf(
  { players, games }: { players: number; games: number },
  folder: string,
  max = DECLARED,
): Capacity {
  const isGames = games / max.games >= players / max.players
  const [count, most, things] = isGames ? [games, max.games, 'games'] : [players, max.players, 'players']
  const warning =
    count < NEAR * most
      ? null
      : `The data folder ${folder} has ${thousands(count)} of the ${thousands(most)} ${things} that the embedded store is made for. Move it to PostgreSQL: \`inkling store copy --from ${folder} --to postgres://user@host/inkling\``
  return { players, maxPlayers: max.players, games, maxGames: max.games, warning }
}

const thousands = (count: number): string => count.toLocaleString('en-US')
