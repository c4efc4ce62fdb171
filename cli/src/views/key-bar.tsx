import { Text } from 'ink'
import { width } from '../output/table.ts'

const KEYS = [
  ['d', 'daily'],
  ['m', 'mock'],
  ['c', 'complete'],
  ['h', 'history'],
  ['b', 'bots'],
  ['s', 'scenarios'],
  ['p', 'replay'],
  ['v', 'day'],
  ['t', 'clock'],
  ['f', 'faults'],
  ['/', 'filter'],
  [':', 'command'],
  ['⏎', 'chain'],
  ['l', 'log'],
  ['?', 'help'],
  ['q', 'quit'],
] as const

/** Left out first where they do not all fit; help names them all. */
const SPARED = ['l', '⏎', '/', 'h', 'm', 'c', 'f', 't', ':']

/** What keys do, in the last line. */
export function KeyBar({ columns }: { readonly columns: number }) {
  let keys = [...KEYS]
  const textOf = () => keys.map(([key, label]) => `${key} ${label}`).join('  ')
  for (const spared of SPARED) {
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
