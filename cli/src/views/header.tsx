import { Box, Text } from 'ink'
import { timeOf } from '../console/event-text.ts'
import { type ConsoleState, timeNow } from '../console/state.ts'
import { width } from '../output/table.ts'
import { fitted } from './text.ts'

const MARKS = {
  live: { mark: '●', color: 'green' },
  connecting: { mark: '○', color: 'yellow' },
  lost: { mark: '✕', color: 'red' },
} as const

/** Target, game day, the server's clock and how many are there, as far as they fit. */
export function Header({ state, columns }: { readonly state: ConsoleState; readonly columns: number }) {
  const { connection, target } = state
  const { mark, color } = MARKS[connection]
  const facts = factsOf(state)
  const left = width(` Inkling  ${mark} `)
  const room = columns - left - 1
  while (facts.length > 2 && width(facts.join('   ')) + 3 + Math.min(width(target), 24) > room) facts.pop()
  const right = facts.join('   ')
  return (
    <Box width={columns}>
      <Text wrap="truncate">
        <Text bold color="cyan">
          {' Inkling  '}
        </Text>
        <Text color={color}>{mark} </Text>
        <Text>{fitted(target, Math.max(8, room - width(right)))}</Text>
        <Text bold>{right}</Text>
      </Text>
    </Box>
  )
}

/** The most telling first. */
function factsOf(state: ConsoleState): string[] {
  const { status, connection } = state
  const now = timeNow(state)
  if (!status || now === null)
    return [
      connection === 'live' ? 'documented calls only' : connection === 'lost' ? 'no answer' : 'connecting',
    ]
  const { day, counts, clock, timeZone } = status
  const mode = clock === 'system' ? '' : ` ${clock}`
  const facts = [
    `${dayName(day)}  ${timeOf(now, timeZone, false)}${mode}`,
    `${counts.users ?? 0} players`,
    `${counts.groups ?? 0} groups`,
    `${counts.games ?? 0} games`,
    timeZone,
  ]
  return connection === 'lost' ? ['no answer', ...facts] : facts
}

const dayName = (day: string): string =>
  new Date(`${day}T12:00:00Z`)
    .toLocaleDateString('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    })
    .replace(',', '')
