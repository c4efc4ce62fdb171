import { Text } from 'ink'
import type { ConsoleState } from '../console/state/state.ts'
import { width } from '../output/table.ts'

type KeyLabel = readonly [key: string, label: string]

const BROWSE: readonly KeyLabel[] = [
  ['d', 'daily'],
  ['m', 'mock'],
  ['c', 'complete'],
  ['h', 'history'],
  ['b', 'bots'],
  ['s', 'scenarios'],
  ['a', 'reports'],
  ['v', 'day'],
  ['t', 'clock'],
  ['f', 'faults'],
  ['n', 'newest'],
  ['o', 'order'],
  ['/', 'find'],
  ['x', 'act'],
  ['i', 'server'],
  [':', 'command'],
  ['⏎', 'chain'],
  ['l', 'log'],
  ['?', 'help'],
  ['q', 'quit'],
]
const BACK: KeyLabel = ['Esc', 'back']
const CHOOSE: readonly KeyLabel[] = [['↑↓', 'choose'], ['type', 'search'], ['⏎', 'go on'], BACK]

const QUEUE: readonly KeyLabel[] = [
  ['d', 'dismiss'],
  ['h', 'hide'],
  ['r', 'show'],
  ['w', 'warn'],
  ['s', 'suspend'],
  ['b', 'ban'],
  ['u', 'undo'],
  ['p', 'page'],
  ['e', 'everything'],
  ['/', 'find player'],
  ['x', 'closed'],
  ['o', 'order'],
  BACK,
]
const PLAYER: readonly KeyLabel[] = [
  ['↑↓', 'scroll'],
  ['w', 'warn'],
  ['s', 'suspend'],
  ['b', 'ban'],
  ['l', 'lift'],
  ['/', 'find player'],
  BACK,
]

/** Keys to leave out first if they do not all fit. Help lists all of them. */
const OMITTED_FIRST = ['i', 'o', 'n', 'x', 'l', 'a', 'e', '⏎', '/', 'h', 'm', 'c', 'f', 't', ':']

/** The keys available in the current mode. */
export function keysOf({
  mode,
  scenarios,
  moderation,
}: Pick<ConsoleState, 'mode' | 'scenarios' | 'moderation'>): readonly KeyLabel[] {
  switch (mode.name) {
    case 'chain':
      return [['← →', 'step'], ['↑↓', 'game'], ['c', 'complete'], [':', 'command'], BACK, ['q', 'quit']]
    case 'day':
      return [['↑↓', 'game'], ['⏎', 'back'], [':', 'command'], BACK, ['q', 'quit']]
    case 'load':
      return [['l', 'report'], [':', 'command'], BACK, ['q', 'quit']]
    case 'log':
      return [
        ['↑↓', 'scroll'],
        ['PgUp PgDn', 'page'],
        ['any other key', 'back'],
      ]
    case 'help':
      return [
        ['↑↓', 'scroll'],
        ['any other key', 'back'],
      ]
    case 'confirm':
      return [
        ['y', 'yes'],
        ['e', 'edit'],
        ['c', 'curl'],
        ['n', 'no'],
      ]
    case 'ask':
      return [['⏎', 'go on'], BACK]
    case 'pick':
      return CHOOSE
    case 'moderation':
      return moderation.player ? PLAYER : QUEUE
    case 'scenarios':
      if (!scenarios.run)
        return [['↑↓', 'choose'], ['⏎', 'run'], ['t', 'run on this server'], ['/', 'filter'], BACK]
      return scenarios.run.isOver ? [['↑↓', 'step'], ['⏎', 'fold'], BACK] : [['Esc', 'stop']]
    default:
      return BROWSE
  }
}

/** The key bar on the last line. */
export function KeyBar({
  keys: all,
  columns,
}: {
  readonly keys: readonly KeyLabel[]
  readonly columns: number
}) {
  let keys = [...all]
  const textOf = () => keys.map(([key, label]) => `${key} ${label}`).join('  ')
  for (const spared of OMITTED_FIRST) {
    if (width(textOf()) + 2 > columns) keys = keys.filter(([key]) => key !== spared)
  }
  return (
    <Text wrap="truncate">
      {keys.map(([key, label]) => (
        <Text key={key}>
          <Text bold color="cyan">{` ${key}`}</Text>
          <Text dimColor>{` ${label} `}</Text>
        </Text>
      ))}
    </Text>
  )
}
