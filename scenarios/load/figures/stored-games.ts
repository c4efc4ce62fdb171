import { entryBefore, type Game } from '@inkling/mock-server/rules/game/game'
import { broken } from '../../invariants/today-rules.ts'

/** Checks the rules that hold for every game at all times. Returns each broken rule as a sentence. */
export function brokenInvariants(game: Game): string[] {
  const { players, turn, entries, completedAt } = game
  const playing = players.filter(({ status }) => status === 'playing')
  const authors = entries.map(({ userId }) => userId)
  const wrongType = entries.findIndex(
    ({ type }, at) => type !== (entryBefore(game, at)?.type === 'drawing' ? 'guess' : 'drawing'),
  )
  const completed = players.filter(({ status }) => status === 'completed')
  return broken(game.id, {
    [`${playing.length} players hold the turn`]: playing.length <= 1,
    'there is a turn without a playing player, or a playing player without a turn':
      (turn === null) === (playing.length === 0),
    'the turn does not belong to the playing player': turn === null || playing[0]?.userId === turn.userId,
    'a player has two entries in the chain': new Set(authors).size === authors.length,
    'a player is in the game twice': new Set(players.map(({ userId }) => userId)).size === players.length,
    [`entry ${wrongType} of the chain is of the wrong type`]: wrongType < 0,
    'a player has completed a turn without an entry': completed.every(({ userId }) =>
      authors.includes(userId),
    ),
    'the game is over, but a player is playing': completedAt === null || playing.length === 0,
  })
}

/** Checks the rules between two states of a game, for example that entries never change. */
export function brokenHistory(before: Game, after: Game): string[] {
  const entriesStay = before.entries.every(({ turnId, type }, at) => {
    const now = after.entries[at]
    return now?.turnId === turnId && now.type === type
  })
  const hasPlayed = before.players.filter(({ status }) => status === 'completed' || status === 'skipped')
  return broken(after.id, {
    'the word has changed': after.word === before.word,
    'an entry of the chain was changed or removed': entriesStay,
    'a completed game is open again': before.completedAt === null || after.completedAt !== null,
    'the status of a player who had played has changed': hasPlayed.every(
      ({ userId, status }) => after.players.find((each) => each.userId === userId)?.status === status,
    ),
  })
}
