import { counted } from '@inkling/scenarios/text/counted'
import { Text } from 'ink'
import type { ConsoleState } from '../console/state/state.ts'
import { width } from '../output/table.ts'

type KeyLabel = readonly [key: string, label: string]

const LABELS: Readonly<Record<string, string>> = {
  d: 'daily',
  m: 'mock',
  c: 'complete',
  h: 'history',
  b: 'bots',
  s: 'scenarios',
  a: 'reports',
  v: 'day',
  t: 'clock',
  f: 'faults',
  n: 'newest',
  o: 'order',
  '/': 'find',
  x: 'act',
  i: 'server',
  ':': 'command',
  '⏎': 'chain',
  l: 'log',
  '?': 'help',
  q: 'quit',
}
const labelled = (keys: string): readonly KeyLabel[] => keys.split(' ').map((key) => [key, LABELS[key] ?? ''])

const BROWSE = labelled('d m c h b s a v t f n o / x i : ⏎ l ? q')
const BACK: KeyLabel = ['Esc', 'back']
const CHOOSE: readonly KeyLabel[] = [['↑↓', 'choose'], ['type', 'search'], ['⏎', 'go on'], BACK]

const QUEUE: readonly KeyLabel[] = [
  ['Space', 'mark'],
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
  ['?', 'help'],
  BACK,
]
const PLAYER: readonly KeyLabel[] = [
  ['↑↓', 'scroll'],
  ['w', 'warn'],
  ['s', 'suspend'],
  ['b', 'ban'],
  ['l', 'lift'],
  ['/', 'find player'],
  ['?', 'help'],
  BACK,
]

/** For those who run a server: reports, players and the server before what developers play with. */
const ADMIN = labelled('a / x i c n o v : ⏎ l d h t f s b m ? q')

/** Keys to leave out first if they do not all fit. Help lists all of them. */
const OMITTED_FIRST = {
  developer: ['i', 'o', 'n', 'x', 'l', 'a', 'e', '⏎', '/', 'h', 'm', 'c', 'f', 't', ':'],
  admin: ['m', 'b', 's', 'f', 't', 'h', 'd', 'l', '⏎', 'o', 'n', 'c', 'v', ':'],
  moderation: ['o', '/', 'p', 'x', 'r', 'e', 'Space'],
}

/** A server that others use, or one with reports, has an admin. */
const isForAdmins = ({ targetKind, status }: Pick<ConsoleState, 'targetKind' | 'status'>): boolean =>
  targetKind !== 'local' || (status?.openReports ?? 0) > 0

/** The keys available in the current mode. */
export function keysOf({
  mode,
  scenarios,
  moderation,
  ...server
}: Pick<ConsoleState, 'mode' | 'scenarios' | 'moderation' | 'targetKind' | 'status'>): readonly KeyLabel[] {
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
        ...(mode.note ? ([['t', 'note']] as const) : []),
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
      return isForAdmins(server) ? withReports(server) : BROWSE
  }
}

/** The keys that are left out first in the current mode. */
const omittedFirst = (state: ConsoleState): readonly string[] =>
  OMITTED_FIRST[state.mode.name === 'moderation' ? 'moderation' : isForAdmins(state) ? 'admin' : 'developer']

/** The number of open reports stands with their key. */
const withReports = ({ status }: Pick<ConsoleState, 'status'>): readonly KeyLabel[] =>
  ADMIN.map(([key, label]) => {
    const count = key === 'a' ? (status?.openReports ?? 0) : 0
    return [key, count > 0 ? `${counted(count, 'report')}` : label]
  })

export function KeyBar({ state, columns }: { readonly state: ConsoleState; readonly columns: number }) {
  let keys = keysOf(state)
  const textOf = () => keys.map(([key, label]) => `${key} ${label}`).join('  ')
  for (const name of omittedFirst(state)) {
    if (width(textOf()) + 2 > columns) keys = keys.filter(([key]) => key !== name)
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
