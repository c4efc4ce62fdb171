import { Text } from 'ink'
import { HELP_MARKS, helpKeysOf } from '../console/input/help-text.ts'
import { FRAME } from '../console/screen/layout.ts'
import type { Mode } from '../console/state/state.ts'
import { Panel, type PanelSize } from './panels/panel.tsx'

interface HelpProps extends PanelSize {
  /** The first visible line, limited so that no empty space remains. */
  readonly from: number
  /** The view that it was opened in. */
  readonly back: Mode | undefined
}

/** All keys, and the meaning of the marks. Scrolls if they do not fit. */
export function Help({ width, height, from, back }: HelpProps) {
  const lines = [
    ...helpKeysOf(back).map(([keys, what]) => (
      <Text key={what} wrap="truncate">
        <Text bold color="cyan">
          {keys.padEnd(12)}
        </Text>
        {what}
      </Text>
    )),
    <Text key="marks" wrap="truncate">
      {HELP_MARKS.map(([mark, color, what]) => (
        <Text key={mark}>
          <Text color={color}>{mark}</Text> {`${what}   `}
        </Text>
      ))}
    </Text>,
  ]
  const room = height - FRAME.lines
  const first = Math.max(0, Math.min(from, lines.length - room))
  const last = Math.min(lines.length, first + room)
  const note = last - first < lines.length ? `${first + 1}-${last} of ${lines.length}` : ''
  return (
    <Panel title="Keys" note={note} {...{ width, height }}>
      {lines.slice(first, last)}
    </Panel>
  )
}
