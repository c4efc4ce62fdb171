import { DEFAULT_TIME_ZONE } from '../../contract/constants.ts'
import { type Game, nextTurnType } from '../game/game.ts'
import { addDays, dayEnd, type GameDay } from '../time/day.ts'
import { beginsWith, timeText } from '../time/local-time.ts'
import type { PushText, ReminderReason, Zones } from './due-message.ts'

/** The name of a player as the receiver sees it; null if it is hidden from them. */
export type NameOf = (userId: string) => string | null

/** What became of the player's own drawing or guess. */
export function resultsText(game: Game, userId: string, nameOf: NameOf): PushText {
  const title = 'The results are in!'
  const own = game.entries.findIndex((entry) => entry.userId === userId)
  const next = own < 0 ? undefined : game.entries[own + 1]
  const name = next ? nameOf(next.userId) : null
  if (name === null) return { title, body: "See what became of yesterday's word." }
  const deed = next?.type === 'guess' ? 'guessed your drawing' : 'drew your guess'
  return { title, body: `${name} ${deed}. See the chain.` }
}

/** That the turn is free, and until when. */
export function turnText(game: Game, zones: Zones, nameOf: NameOf): PushText {
  const title = "It's your chance to play!"
  const until = midnightText(game.day, zones)
  const last = game.entries.at(-1)
  const name = last ? nameOf(last.userId) : null
  const isGuess = nextTurnType(game) === 'guess'
  if (name === null)
    return { title, body: `The turn is free. ${isGuess ? 'Guess' : 'Draw'} before ${until}.` }
  return {
    title,
    body: isGuess
      ? `${name} has drawn something. Guess it before ${until}.`
      : `${name} has made a guess. Draw it before ${until}.`,
  }
}

/** That another player waits for the receiver, whose name is `you`. */
export function nudgeText(game: Game, you: string, from: string | null, zones: Zones): PushText {
  const deed = nextTurnType(game) === 'guess' ? 'Guess' : 'Draw'
  const who = from === null ? 'Your group is' : `${from} is`
  return {
    title: `Your turn, ${you}!`,
    body: `${who} waiting. ${deed} before ${midnightText(game.day, zones)}.`,
  }
}

/** That the player has not played yet. */
export function reminderText(reason: ReminderReason, day: GameDay, zones: Zones, nameOf: NameOf): PushText {
  const title = 'You have not played yet'
  const until = midnightText(day, zones)
  if ('streak' in reason) return { title, body: `Keep your streak: play before ${until}.` }
  const names = reason.others.flatMap((id) => nameOf(id) ?? [])
  const [first, second] = names
  if (first === undefined) return { title, body: `Your group has begun. Play before ${until}.` }
  const others =
    second === undefined
      ? `${first} has`
      : names.length === 2
        ? `${first} and ${second} have`
        : `${first} and ${reason.others.length - 1} others have`
  return { title, body: `${others} played. It is your turn before ${until}.` }
}

/** The end of the game day, with the player's own time where it differs: 'midnight EST (6:00 AM your time)'. */
function midnightText(day: GameDay, { player, game, hourCycle }: Zones): string {
  const midnight = game === DEFAULT_TIME_ZONE ? 'midnight EST' : 'midnight'
  if (beginsWith(addDays(day, 1), player, game)) return midnight
  return `${midnight} (${timeText(dayEnd(day, game), player, hourCycle)} your time)`
}
