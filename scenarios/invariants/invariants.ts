import type { Today } from '@inkling/mock-server/contract/schemas/game'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import type { Game } from '@inkling/mock-server/rules/game'

/** Checks the rules that hold for every game at all times. Returns each broken rule as a sentence. */
export function brokenInvariants(game: Game): string[] {
  const { players, turn, entries, completedAt } = game
  const playing = players.filter(({ status }) => status === 'playing')
  const authors = entries.map(({ userId }) => userId)
  // Hidden entries count as skipped turns.
  const isAltered = entries.some(({ hiddenAt, shows }) => hiddenAt !== undefined || shows !== undefined)
  const wrongType = isAltered
    ? -1
    : entries.findIndex(({ type }, at) => type !== (at % 2 === 0 ? 'drawing' : 'guess'))
  const completed = players.filter(({ status }) => status === 'completed')
  const checks: [holds: boolean, sentence: string][] = [
    [playing.length <= 1, `${playing.length} players hold the turn`],
    [
      (turn === null) === (playing.length === 0),
      'there is a turn without a playing player, or a playing player without a turn',
    ],
    [turn === null || playing[0]?.userId === turn.userId, 'the turn does not belong to the playing player'],
    [new Set(authors).size === authors.length, 'a player has two entries in the chain'],
    [new Set(players.map(({ userId }) => userId)).size === players.length, 'a player is in the game twice'],
    [wrongType < 0, `entry ${wrongType} of the chain is of the wrong type`],
    [
      completed.every(({ userId }) => authors.includes(userId)),
      'a player has completed a turn without an entry',
    ],
    [completedAt === null || playing.length === 0, 'the game is over, but a player is playing'],
  ]
  return brokenOf(game.id, checks)
}

/** Checks the rules between two states of a game, for example that entries never change. */
export function brokenHistory(before: Game, after: Game): string[] {
  const entriesStay = before.entries.every(({ turnId, type }, at) => {
    const now = after.entries[at]
    return now?.turnId === turnId && now.type === type
  })
  const hasPlayed = before.players.filter(({ status }) => status === 'completed' || status === 'skipped')
  const checks: [holds: boolean, sentence: string][] = [
    [after.word === before.word, 'the word has changed'],
    [entriesStay, 'an entry of the chain was changed or removed'],
    [before.completedAt === null || after.completedAt !== null, 'a completed game is open again'],
    [
      hasPlayed.every(
        ({ userId, status }) => after.players.find((each) => each.userId === userId)?.status === status,
      ),
      'the status of a player who had played has changed',
    ],
  ]
  return brokenOf(after.id, checks)
}

/** Checks that nothing leaks: before their own turn, players see neither the word nor an entry. */
export function leaks(today: Today): string[] {
  if (today.yourStatus !== 'pending') return []
  return brokenOf(today.gameId ?? 'of today', [
    [today.word === null, 'a waiting player is shown the word'],
    [today.yourPreviousEntry === null, 'a waiting player is shown an entry of the chain'],
  ])
}

/** Checks that what is hidden for everybody reaches nobody. @param results as anyone sees them */
export function shownHidden(game: Game, { chain }: GameResults): string[] {
  return brokenOf(
    game.id,
    game.entries.map((entry, at) => {
      const step = chain[at]
      const isReplaced = entry.type === 'drawing' || step?.content.guess !== entry.guess
      const isMarked = step?.hidden === 'all' && step.strokes === undefined
      return [
        entry.hiddenAt === undefined || (isMarked && isReplaced),
        `step ${at + 1} is hidden, but its results show it`,
      ]
    }),
  )
}

const brokenOf = (id: string, checks: readonly [holds: boolean, sentence: string][]): string[] =>
  checks.flatMap(([holds, sentence]) => (holds ? [] : [`game ${id}: ${sentence}`]))
