import { Text } from 'ink'
import type { ConsoleState, LogEntry } from '../console/state.ts'
import { FRAME, Panel } from './panel.tsx'

interface LogPanelProps {
  readonly state: ConsoleState
  readonly width: number
  readonly height: number
  /** Lines that are scrolled back; null for a look at the end, with one line of each output. */
  readonly fromEnd: number | null
}

const COLORS = { running: 'yellow', done: 'green', failed: 'red' } as const

/** The commands that do the same as what was done here, with what came of them. */
export function LogPanel({ state, width, height, fromEnd }: LogPanelProps) {
  const room = height - FRAME.lines
  const lines = state.log.flatMap((entry) => linesOf(entry, fromEnd === null))
  const end = lines.length - Math.min(fromEnd ?? 0, Math.max(0, lines.length - room))
  const shown = lines.slice(Math.max(0, end - room), end)
  const note = fromEnd === null ? (lines.length > 0 ? 'l: all' : '') : '↑↓ scroll · any key: back'
  return (
    <Panel title="Commands" note={note} {...{ width, height }}>
      {shown.length === 0 && <Text dimColor>What you do stands here as a command.</Text>}
      {shown.map(({ key, text, state: how }) => (
        <Text key={key} wrap="truncate">
          {how && <Text color={COLORS[how]}>$ </Text>}
          {how ? <Text>{text}</Text> : <Text dimColor={fromEnd === null}>{`  ${text}`}</Text>}
        </Text>
      ))}
    </Panel>
  )
}

interface LogLine {
  readonly key: string
  readonly text: string
  readonly state?: LogEntry['state']
}

function linesOf({ id, command, state, lines }: LogEntry, isShort: boolean): LogLine[] {
  const said = lines.filter((line) => !isShort || line.trim() !== '')
  const head = { key: `${id}`, text: command, state }
  return [head, ...(isShort ? shortOf(state, said) : said).map((text, at) => ({ key: `${id}/${at}`, text }))]
}

/** What went wrong is said first, how something came out last. */
const shortOf = (state: LogEntry['state'], lines: readonly string[]): readonly string[] =>
  state === 'failed' ? lines.slice(0, 1) : lines.slice(-1)
