import type { GameEvent, PlayedGame } from '@inkling/scenarios/bots/play-game'
import { counted } from '@inkling/scenarios/text/counted'
import type { Page } from '../../output/printer.ts'
import { table, width } from '../../output/table.ts'
import { drawing } from '../../output/terminal-drawing.ts'
import { indented, score, verdict, waitingText } from '../days/game-text.ts'

/** One line for an event of a bots' game. */
export function botEventText(event: GameEvent, { paint }: Page): string {
  switch (event.type) {
    case 'group-formed':
      return `${counted(event.players.length, 'player')} form ${event.group.name}`
    case 'game-begun':
      return `game ${event.gameId} begins`
    case 'turn-refused':
      return `${event.player}: ${paint('yellow', event.reason)}`
    case 'turn-played': {
      const { player, turn } = event
      if (turn.outcome === null) return `${player} leaves in the middle of the turn`
      return `${player} ${turn.type === 'drawing' ? 'draws' : 'guesses'} ${turn.outcome}`
    }
  }
}

/** A game that bots played: the players with their ids, the chain, and the result. */
export function playedGameText(game: PlayedGame, page: Page, draw: boolean): string {
  const { paint } = page
  const { group, players, gameId, seed, results, waitingFor } = game
  const rows = players.map(({ username, persona, userId, deviceId }) => [username, persona, userId, deviceId])
  const names = Math.max(...players.map(({ username }) => width(username)))
  const chain = game.turns.flatMap((turn, at) => {
    const number = paint('dim', String(at + 1).padStart(3))
    const head = `${number}  ${turn.player.padEnd(names)}  ${turnText(turn, page)}`
    return draw && turn.picture !== null ? [head, indented(drawing(turn.picture, page))] : [head]
  })
  return [
    `${paint('bold', group.name)}  code ${paint('cyan', group.code)}  ${paint('dim', `group ${group.groupId}`)}`,
    '',
    table(['player', 'persona', 'user id', 'device id'], rows, paint),
    '',
    paint('dim', `game ${gameId}  seed ${seed}`),
    '',
    ...chain,
    '',
    results
      ? verdict(results, page)
      : `The game is open: ${waitingText(waitingFor)}. Its results are revealed at midnight.`,
    '',
  ].join('\n')
}

function turnText(
  { type, outcome, attempts, timeSpent }: PlayedGame['turns'][number],
  { paint }: Page,
): string {
  const time = paint('dim', `${timeSpent} s`.padStart(5))
  if (outcome === null) return `${time}  left in the middle of the turn`
  if (type === 'drawing') return `${time}  drew     ${paint('bold', outcome)}`
  const said = attempts.map(({ guess, similarityScore }) => {
    return `${guess === outcome ? paint('bold', guess) : guess} ${score(similarityScore, paint)}`
  })
  return `${time}  guessed  ${said.join(', ')}`
}
