import { Text } from 'ink'
import { FRAME } from '../../console/screen/layout.ts'
import type { Found } from '../../console/state/found.ts'
import { fitted, windowed, wrapped } from '../../output/text.ts'
import { Panel, type PanelSize } from './panel.tsx'

/** Characters of a whole id, which commands take, and of one that only tells two players of a name apart. */
const ID = { whole: 22, short: 8 }
/** Columns from which there is room for whole ids. */
const WIDE = 60

interface FoundPanelProps extends PanelSize {
  readonly found: Found
  /** The chosen row; null while the games are filtered. */
  readonly at: number | null
}

/** The players and groups of the server that match the filter, wherever they play. */
export function FoundPanel({ found, at, width, height }: FoundPanelProps) {
  const room = width - FRAME.columns
  const isWide = room >= WIDE
  const name = Math.max(12, Math.round(room * (isWide ? 0.25 : 0.4)))
  const idOf = (id: string) => (isWide ? id.padEnd(ID.whole) : `${id.slice(0, ID.short)}…`)
  const { items, from } = windowed(found.rows, at ?? 0, height - FRAME.lines)
  const { length } = found.rows
  return (
    <Panel
      title="Players and groups"
      note={`${at === null ? '' : `${at + 1}/`}${length}${found.hasMore ? '+' : ''}`}
      {...{ width, height }}
    >
      {length === 0 &&
        wrapped(nothing(found), room).map((line) => (
          <Text key={line} dimColor>
            {line}
          </Text>
        ))}
      {items.map((row, index) => {
        const isChosen = from + index === at
        return (
          <Text key={row.id} wrap="truncate">
            <Text color="cyan">{isChosen ? '▸ ' : '  '}</Text>
            <Text color={row.kind === 'group' ? 'yellow' : 'green'}>
              {row.kind === 'group' ? '◆ ' : '● '}
            </Text>
            <Text bold={isChosen}>{fitted(row.name, name)}</Text>
            <Text dimColor>{fitted(` ${idOf(row.id)} ${row.about}`, room - name - 4)}</Text>
          </Text>
        )
      })}
    </Panel>
  )
}

function nothing({ text, problem }: Found): string {
  if (problem !== null) return problem
  return text === ''
    ? 'Type a name, an id, or part of either.'
    : 'No player and no group has this name or id.'
}
