import { Text } from 'ink'
import { unfolded } from '../console/input/scenario-control.ts'
import { FRAME } from '../console/screen/layout.ts'
import {
  type ScenarioLine,
  type ScenarioRun,
  type ScenarioView,
  shownScenarios,
} from '../console/state/state.ts'
import { fitted, windowed } from '../output/text.ts'
import { Panel, type PanelSize } from './panels/panel.tsx'

const MARKS = {
  running: { mark: '…', color: 'yellow' },
  passed: { mark: '✓', color: 'green' },
  failed: { mark: '✗', color: 'red' },
  refused: { mark: '·', color: 'green' },
  skipped: { mark: '–', color: 'yellow' },
  interrupted: { mark: '■', color: 'yellow' },
} as const

/** The scenario files, or the steps of the scenario that is running or ran last. */
export function Scenarios({ view, ...size }: { view: ScenarioView } & PanelSize) {
  return view.run ? <Run run={view.run} message={view.message} {...size} /> : <Files view={view} {...size} />
}

function Files({ view, width, height }: { view: ScenarioView } & PanelSize) {
  const { files: all, at, message, filter } = view
  const files = shownScenarios(view)
  const room = width - FRAME.columns
  const shown = windowed(files, at, height - FRAME.lines - (message === '' ? 0 : 1))
  const name = Math.max(0, ...files.map(({ file }) => file.length))
  const column = Math.min(name, Math.round(room * 0.45))
  return (
    <Panel
      title={filter === '' ? 'Scenarios' : `Scenarios with '${filter}'`}
      note={all.length === 0 ? '' : `${placeIn(files, at)}${filter === '' ? '' : ` of ${all.length}`}`}
      {...{ width, height }}
    >
      {message !== '' && <Text>{fitted(message, room)}</Text>}
      {all.length > 0 && files.length === 0 && <Text dimColor>No scenario matches. Esc shows all.</Text>}
      {shown.items.map((each, index) => {
        const isChosen = shown.from + index === at
        return (
          <Text key={each.file} wrap="truncate">
            <Text color="cyan">{isChosen ? '▸ ' : '  '}</Text>
            <Text bold={isChosen}>{fitted(each.file, column)}</Text>
            <Text dimColor>{`${String(each.steps).padStart(4)} steps  `}</Text>
            <Text dimColor={!isChosen}>{fitted(each.name, room - column - 14)}</Text>
          </Text>
        )
      })}
    </Panel>
  )
}

const placeIn = (list: readonly unknown[], at: number): string =>
  list.length === 0 ? '0' : `${at + 1}/${list.length}`

function Run({ run, message, width, height }: { run: ScenarioRun; message: string } & PanelSize) {
  const room = width - FRAME.columns
  const lines = unfolded(run)
  // Follow the newest step while the scenario runs.
  const at = run.isOver ? Math.min(run.at, lines.length - 1) : lines.length - 1
  const problems = lines[at]?.problems ?? []
  const shown = windowed(lines, at, height - FRAME.lines - 2 - problems.length)
  return (
    <Panel title={run.name} note={run.isOver ? placeIn(lines, at) : 'running'} {...{ width, height }}>
      {shown.items.map((line, index) => (
        <StepLine
          key={line.number}
          line={line}
          isChosen={run.isOver && shown.from + index === at}
          isFolded={run.folded.has(line.number)}
          width={room}
        />
      ))}
      {problems.map((problem) => (
        <Text key={problem} color="red">
          {fitted(`  ${problem}`, room)}
        </Text>
      ))}
      <Text> </Text>
      <Text dimColor>{fitted(message, room)}</Text>
    </Panel>
  )
}

interface StepLineProps {
  readonly line: ScenarioLine
  readonly isChosen: boolean
  readonly isFolded: boolean
  readonly width: number
}

function StepLine({ line, isChosen, isFolded, width }: StepLineProps) {
  const { mark, color } = MARKS[line.outcome]
  const depth = line.number.split('.').length - 1
  const fold = line.isBlock ? (isFolded ? '▸ ' : '▾ ') : ''
  return (
    <Text wrap="truncate">
      <Text color="cyan">{isChosen ? '› ' : '  '}</Text>
      <Text dimColor>{line.number.padStart(4)}</Text>
      <Text color={color}>{` ${mark} `}</Text>
      <Text bold={isChosen}>{fitted(`${'  '.repeat(depth)}${fold}${line.text}`, width - 9)}</Text>
    </Text>
  )
}
