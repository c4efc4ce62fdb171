import type { Game } from '@inkling/mock-server/rules/game'

/** What holds for every game at any time, whatever anybody has called; broken ones as sentences. */
export function brokenInvariants(game: Game): string[] {
  const { players, turn, entries, completedAt } = game
  const playing = players.filter(({ status }) => status === 'playing')
  const authors = entries.map(({ userId }) => userId)
  const wrongType = entries.findIndex(({ type }, at) => type !== (at % 2 === 0 ? 'drawing' : 'guess'))
  const completed = players.filter(({ status }) => status === 'completed')
  const checks: [holds: boolean, sentence: string][] = [
    [playing.length <= 1, `${playing.length} players hold the turn`],
    [
      (turn === null) === (playing.length === 0),
      'there is a turn without a player who plays, or the other way round',
    ],
    [
      turn === null || playing[0]?.userId === turn.userId,
      'the turn belongs to another player than the one who plays',
    ],
    [new Set(authors).size === authors.length, 'a player has two entries in the chain'],
    [new Set(players.map(({ userId }) => userId)).size === players.length, 'a player is in the game twice'],
    [wrongType < 0, `entry ${wrongType} of the chain is of the wrong type`],
    [
      completed.every(({ userId }) => authors.includes(userId)),
      'a player has completed a turn that left no entry',
    ],
    [completedAt === null || playing.length === 0, 'the game is over, and somebody plays'],
  ]
  return checks.flatMap(([holds, sentence]) => (holds ? [] : [`game ${game.id}: ${sentence}`]))
}
