import { counted } from '@inkling/scenarios/text/counted'
import { Text } from 'ink'
import { FRAME } from '../console/screen/layout.ts'
import { selectedGame, shownGames } from '../console/state/shown-games.ts'
import { type ConsoleState, timeNow } from '../console/state/state.ts'
import { cellsOf, columnOf, type DayCell, placeInDay, turnsOverDay } from '../console/watch/day-picture.ts'
import { timeOf } from '../console/watch/event-text.ts'
import { fitted, windowed } from '../output/text.ts'
import { Panel, type PanelSize } from './panels/panel.tsx'

const NAME = { min: 14, max: 28 }
const LEVELS = ' ▁▂▃▄▅▆▇█'
/** The axis, the turns of all games, a blank line and the legend. */
const LINES_AROUND = 4

const MARKS: Readonly<Record<DayCell['mark'], { text: string; color?: string }>> = {
  none: { text: ' ' },
  open: { text: '─', color: 'gray' },
  drawing: { text: '●', color: 'cyan' },
  guess: { text: '◆', color: 'yellow' },
  several: { text: '', color: 'green' },
  skipped: { text: '✕', color: 'red' },
  over: { text: '✓', color: 'green' },
}

/** The day as a picture: when each game was open, and when its turns were submitted. */
export function Day({ state, width, height }: { state: ConsoleState } & PanelSize) {
  const { status } = state
  const games = shownGames(state)
  const now = timeNow(state)
  if (!status || now === null) {
    return (
      <Panel title="The day" {...{ width, height }}>
        <Text dimColor>Only a reference server reports when turns were played.</Text>
      </Panel>
    )
  }
  const room = width - FRAME.columns
  const name = Math.max(NAME.min, Math.min(NAME.max, Math.round(room * 0.22)))
  const columns = room - name - 3
  const chosen = selectedGame(state)
  const at = games.findIndex(({ id }) => id === chosen?.id)
  const shown = windowed(games, at, height - FRAME.lines - LINES_AROUND)
  const turns = turnsOverDay(games, status.timeZone, columns)
  const nowAt = columnOf(placeInDay(now, status.day, status.timeZone), columns)
  const blank = ' '.repeat(name + 3)
  const summary = counted(
    turns.reduce((sum, count) => sum + count, 0),
    'turn',
  )
  return (
    <Panel
      title={`The day ${status.day}`}
      note={`now ${timeOf(now, status.timeZone, false)}${games.length > 0 ? ` · ${at + 1}/${games.length}` : ''}`}
      {...{ width, height }}
    >
      <Text wrap="truncate" dimColor>{`${blank}${axis(columns)}`}</Text>
      <Text wrap="truncate">
        {`  ${fitted(summary, name)} `}
        <Text color="cyan">{levels(turns)}</Text>
      </Text>
      {shown.items.map((game) => (
        <Text key={game.id} wrap="truncate">
          <Text color="cyan">{game.id === chosen?.id ? '▸ ' : '  '}</Text>
          <Text bold={game.id === chosen?.id}>{fitted(game.name, name)} </Text>
          <Cells cells={cellsOf(game, now, status.timeZone, columns)} nowAt={nowAt} />
        </Text>
      ))}
      <Text> </Text>
      <Text wrap="truncate" dimColor>
        {'  ● drew  ◆ guessed  2 number of turns  ✕ skipped  ✓ over  ┊ now'}
      </Text>
    </Panel>
  )
}

/** Adjacent cells of the same kind share one text node: one per cell would be much slower. */
function Cells({ cells, nowAt }: { readonly cells: readonly DayCell[]; readonly nowAt: number }) {
  const runs: { from: number; text: string; color: string | undefined }[] = []
  for (const [at, { mark, turns }] of cells.entries()) {
    const isNow = at === nowAt && turns === 0
    const { color } = isNow ? { color: 'magenta' } : MARKS[mark]
    const text = isNow ? '┊' : mark === 'several' ? (turns > 9 ? '+' : String(turns)) : MARKS[mark].text
    const last = runs.at(-1)
    if (last && last.color === color) last.text += text
    else runs.push({ from: at, text, color })
  }
  return runs.map(({ from, text, color }) => (
    <Text key={from} {...(color !== undefined && { color })}>
      {text}
    </Text>
  ))
}

/** The hour labels that fit next to each other. */
function axis(columns: number): string {
  const step = [1, 2, 3, 6].find((hours) => (columns / 24) * hours >= 4) ?? 12
  let line = ''
  for (let hour = 0; hour < 24; hour += step) {
    line = line.padEnd(Math.floor((hour / 24) * columns)) + String(hour).padStart(2, '0')
  }
  return line.padEnd(columns)
}

function levels(turns: readonly number[]): string {
  const max = Math.max(1, ...turns)
  return turns.map((count) => LEVELS[Math.ceil((count / max) * (LEVELS.length - 1))] ?? ' ').join('')
}
