import { Text } from 'ink'
import { FRAME } from '../../console/screen/layout.ts'
import { selectedGame, shownGames } from '../../console/state/shown-games.ts'
import type { ConsoleState } from '../../console/state/state.ts'
import type { WatchedGame, WatchedPlayer } from '../../console/watch/watched-games.ts'
import { fitted, windowed } from '../../output/text.ts'
import { Panel, type PanelSize } from './panel.tsx'

const GAME_MARKS = {
  completed: { mark: '✓', color: 'green' },
  active: { mark: '●', color: 'cyan' },
  waiting: { mark: '○', color: 'gray' },
} as const

const PLAYER_MARKS = {
  completed: { mark: '●', color: 'green' },
  playing: { mark: '◐', color: 'yellow' },
  skipped: { mark: '✕', color: 'red' },
  pending: { mark: '○', color: 'gray' },
} as const

const MAX_DOTS = 6
/** Few words are longer. */
const WORD = 9
const ROOM_FOR_WORD = 40

/** The games of the day: group, word, and a mark per player. */
export function GamesPanel({ state, width, height }: { state: ConsoleState } & PanelSize) {
  const games = shownGames(state)
  const chosen = selectedGame(state)
  const at = games.findIndex(({ id }) => id === chosen?.id)
  const shown = windowed(games, at, height - FRAME.lines)
  const repeated = repeatedNames(state.games)
  const isFiltered = state.filter !== ''
  const title = state.kind === 'documented' ? 'Games' : 'Games today'
  const over = state.games.filter(({ status }) => status === 'completed').length
  const place = games.length > 0 ? `${Math.max(0, at) + 1}/${games.length}` : '0'
  const playing = state.games.filter(({ turn }) => turn !== null).length
  const note = isFiltered ? `${place} of ${state.games.length}` : fittingNote(place, playing, over, width)
  return (
    <Panel
      title={
        (isFiltered ? `Games with '${state.filter}'` : title) +
        (state.order === 'activity' ? ' · newest first' : '')
      }
      note={state.games.length > 0 ? note : ''}
      {...{ width, height }}
    >
      {games.length === 0 && <Text dimColor>{nothing(state)}</Text>}
      {shown.items.map((game) => (
        <GameLine
          key={game.id}
          game={game}
          isNamedAlike={repeated.has(game.name)}
          isChosen={game.id === chosen?.id}
          width={width - FRAME.columns}
        />
      ))}
    </Panel>
  )
}

/** The names that several games have. */
function repeatedNames(games: readonly WatchedGame[]): ReadonlySet<string> {
  const seen = new Set<string>()
  return new Set(games.flatMap(({ name }) => (seen.size === seen.add(name).size ? [name] : [])))
}

/** What tells a game from others of its name: the beginning of its id. */
const idOf = ({ id }: WatchedGame, isWide: boolean): string => `${isWide ? 'game ' : ''}${id.slice(0, 6)}…`

/** As much as the edge has room for. */
function fittingNote(place: string, playing: number, over: number, width: number): string {
  const notes = [
    `${place} · ${playing} playing · ${over} over`,
    playing > 0 ? `${place} · ${playing} playing` : `${place} · ${over} over`,
    ...(playing > 0 ? [`${playing} playing`] : []),
  ]
  return notes.find((note) => note.length + 19 <= width) ?? place
}

interface GameLineProps {
  readonly game: WatchedGame
  /** Whether another game has the same name. */
  readonly isNamedAlike: boolean
  readonly isChosen: boolean
  readonly width: number
}

function GameLine({ game, isNamedAlike, isChosen, width }: GameLineProps) {
  const { mark, color } = GAME_MARKS[game.status]
  const players = playersText(game.players)
  // The word is also in the title of the chain; the name is only here.
  const word = width < ROOM_FOR_WORD ? 0 : WORD + 2
  const room = width - 3 - word - (MAX_DOTS + 1)
  const id = idOf(game, word > 0)
  return (
    <Text wrap="truncate">
      <Text color="cyan">{isChosen ? '▸' : ' '}</Text>
      <Text color={color}>{mark} </Text>
      <Text bold={isChosen} {...(isChosen && { color: 'cyan' })}>
        {isNamedAlike ? `${fitted(game.name, room - id.length - 1)} ${id}` : fitted(game.name, room)}
      </Text>
      <Text {...(!isChosen && { dimColor: true })}>
        {word === 0 ? ' ' : ` ${fitted(game.word ?? '', WORD)} `}
      </Text>
      {players.map(({ key, mark: dot, color: dotColor }) => (
        <Text key={key} color={dotColor}>
          {dot}
        </Text>
      ))}
    </Text>
  )
}

/** A mark per player; if there is no room, the number of players who have played. */
function playersText(players: readonly WatchedPlayer[]) {
  if (players.length > MAX_DOTS) {
    const played = players.filter(({ status }) => status === 'completed').length
    return [{ key: 'count', mark: `${played}/${players.length}`, color: 'green' }]
  }
  return players.map(({ userId, status }) => ({ key: userId, ...PLAYER_MARKS[status] }))
}

function nothing({ connection, kind, filter, problem }: ConsoleState): string {
  if (connection === 'connecting') return 'Waiting for the server …'
  if (filter !== '')
    return 'No game matches. Esc shows all. Words such as playing, overdue, waiting, open and over match what is going on.'
  if (kind === 'documented') return 'No games to show.'
  return problem === null ? 'No games yet: press d to create them.' : ''
}
