import type { ServerEvent } from '../../calls/event-stream.ts'
import type { WatchedGame } from '../watch/watched-games.ts'
import { type ConsoleState, timeNow } from './state.ts'

/** Games that match the filter by group, word, player, id or what is going on, in the selected order. */
export function shownGames({
  games,
  filter,
  order,
  events,
  ...now
}: Pick<
  ConsoleState,
  'games' | 'filter' | 'order' | 'events' | 'status' | 'statusAt'
>): readonly WatchedGame[] {
  const sought = filter.trim().toLowerCase()
  const time = timeNow(now)
  const found = sought === '' ? games : games.filter(matcherOf(sought, time))
  return order === 'name' ? found : byActivity(found, events)
}

/** What is going on in a game, by the words of the screen. */
const GOING_ON: Readonly<Record<string, (game: WatchedGame, now: string | null) => boolean>> = {
  playing: ({ turn }) => turn !== null,
  overdue: ({ turn }, now) => turn?.until != null && now !== null && turn.until < now,
  waiting: ({ status }) => status === 'waiting',
  active: ({ status }) => status === 'active',
  open: ({ status }) => status !== 'completed',
  over: ({ status }) => status === 'completed',
  completed: ({ status }) => status === 'completed',
}
/** A shorter beginning of a word is only text. */
const MIN_WORD = 3

function matcherOf(sought: string, now: string | null): (game: WatchedGame) => boolean {
  const isMeant = (word: string) =>
    sought in GOING_ON ? word === sought : sought.length >= MIN_WORD && word.startsWith(sought)
  const goingOn = Object.entries(GOING_ON).flatMap(([word, holds]) => (isMeant(word) ? [holds] : []))
  return (game) =>
    goingOn.some((holds) => holds(game, now)) ||
    [game.name, game.word ?? '', game.id, ...game.players.map(({ name }) => name)].some((text) =>
      text.toLowerCase().includes(sought),
    )
}

/** Sorts games by their last event, newest first. */
function byActivity(games: readonly WatchedGame[], events: readonly ServerEvent[]): readonly WatchedGame[] {
  const eventTimes = new Map(events.map(({ gameId, at }) => [gameId, at]))
  return games
    .map((game) => ({ game, last: lastActivity(game, eventTimes.get(game.id) ?? '') }))
    .sort((one, other) => (one.last < other.last ? 1 : one.last > other.last ? -1 : 0))
    .map(({ game }) => game)
}

/** The time of the last known event in a game. */
function lastActivity({ createdAt, completedAt, steps, players }: WatchedGame, lastEventAt: string): string {
  const times = [
    createdAt,
    completedAt,
    ...steps.map(({ at }) => at),
    ...players.map(({ playedAt }) => playedAt),
  ]
  return times.reduce<string>((last, time) => (time !== null && time > last ? time : last), lastEventAt)
}

/** The game of the newest event; without events, the game with the latest activity. */
export function newestGame(
  state: Pick<ConsoleState, 'games' | 'filter' | 'events' | 'status' | 'statusAt'>,
): WatchedGame | undefined {
  return shownGames({ ...state, order: 'activity' })[0]
}

/** The displayed game: the chosen one, or the first. */
export function selectedGame(state: ConsoleState): WatchedGame | undefined {
  const games = shownGames(state)
  return games.find(({ id }) => id === state.chosenGame) ?? games[0]
}
