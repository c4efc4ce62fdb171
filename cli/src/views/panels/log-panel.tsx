import { Text } from 'ink'
import { FRAME } from '../../console/screen/layout.ts'
import type { ConsoleState, LogEntry } from '../../console/state/state.ts'
import { width as widthOf } from '../../output/table.ts'
import { fitted } from '../../output/text.ts'
import { Panel, type PanelSize } from './panel.tsx'

interface LogPanelProps extends PanelSize {
  readonly state: ConsoleState
  /** How many lines are scrolled back; null for the summary at the end, with one line per output. */
  readonly fromEnd: number | null
}

const COLORS = { running: 'yellow', done: 'green', failed: 'red' } as const

/** The equivalent commands of the actions so far, with their results. */
export function LogPanel({ state, width, height, fromEnd }: LogPanelProps) {
  const room = height - FRAME.lines
  const lines = state.log.flatMap((entry) => linesOf(entry, fromEnd === null))
  const end = lines.length - Math.min(fromEnd ?? 0, Math.max(0, lines.length - room))
  const shown = lines.slice(Math.max(0, end - room), end)
  const place = lines.length > room ? `${Math.max(0, end - room) + 1}-${end} of ${lines.length}` : ''
  const note = fromEnd === null ? (lines.length > 0 ? 'l: all' : '') : place
  return (
    <Panel title="Commands" note={note} {...{ width, height }}>
      {shown.length === 0 && <Text dimColor>Each action appears here as a command.</Text>}
      {shown.map(({ key, text, outcome = '', state: how }) => (
        <Text key={key} wrap="truncate">
          {how && <Text color={COLORS[how]}>$ </Text>}
          {how ? (
            <>
              <Text>
                {outcome === ''
                  ? text
                  : fitted(text, Math.min(widthOf(text), width - FRAME.columns - 2 - widthOf(outcome)))}
              </Text>
              <Text color="red">{outcome}</Text>
            </>
          ) : (
            <Text dimColor={fromEnd === null}>{`  ${text}`}</Text>
          )}
        </Text>
      ))}
    </Panel>
  )
}

interface LogLine {
  readonly key: string
  readonly text: string
  readonly outcome?: string
  readonly state?: LogEntry['state']
}

function linesOf({ id, command, state, lines, exitCode }: LogEntry, isShort: boolean): LogLine[] {
  const said = lines.filter((line) => !isShort || line.trim() !== '')
  const code = exitCode === undefined ? '' : ` with exit code ${exitCode}`
  const outcome = state === 'failed' ? `  ✗ failed${code}` : ''
  const head = { key: `${id}`, text: command, outcome, state }
  return [head, ...(isShort ? shortOf(state, said) : said).map((text, at) => ({ key: `${id}/${at}`, text }))]
}

/** For a failure the first line matters most, otherwise the last one. */
const shortOf = (state: LogEntry['state'], lines: readonly string[]): readonly string[] =>
  state === 'failed' ? lines.slice(0, 1) : lines.slice(-1)
