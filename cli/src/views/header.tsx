import { counted } from '@inkling/scenarios/text/counted'
import { Box, Text } from 'ink'
import { usageText } from '../console/state/notices.ts'
import { type ConsoleState, timeNow } from '../console/state/state.ts'
import { timeOf } from '../console/watch/event-text.ts'
import { width } from '../output/table.ts'
import { fitted } from '../output/text.ts'
import type { TargetKind } from '../settings/target-kinds.ts'

const KINDS: Readonly<Record<TargetKind, { color: string; backgroundColor?: string; bold?: boolean }>> = {
  local: { color: 'green' },
  shared: { color: 'yellow', bold: true },
  protected: { color: 'white', backgroundColor: 'red', bold: true },
}

const MARKS = {
  live: { mark: '●', color: 'green' },
  connecting: { mark: '○', color: 'yellow' },
  lost: { mark: '✕', color: 'red' },
} as const

/** Target, game day, the server's clock, counts and speed, as far as they fit. */
export function Header({ state, columns }: { readonly state: ConsoleState; readonly columns: number }) {
  const { connection, targetKind, lacksKey } = state
  // Without its key, a reference server does not say whether it is protected.
  const kind = lacksKey ? 'reference server, no key' : targetKind
  const target = state.target.replace(/^http:\/\//, '')
  const { mark, color } = MARKS[connection]
  const facts = factsOf(state, columns)
  const left = width(` Inkling  ${mark} `) + width(` ${kind} `) + 1
  const room = columns - left - 1
  while (facts.length > 1 && width(facts.join('   ')) + 3 + Math.min(width(target), 24) > room) facts.pop()
  const right = facts.join('   ')
  return (
    <Box width={columns}>
      <Text wrap="truncate">
        <Text bold color="cyan">
          {' Inkling  '}
        </Text>
        <Text color={color}>{mark} </Text>
        <Text {...(lacksKey ? KINDS.shared : KINDS[targetKind])}>{` ${kind} `}</Text>
        <Text>{` ${fitted(target, Math.max(8, room - width(right) - 1))} `}</Text>
        <Text bold>{right}</Text>
      </Text>
    </Box>
  )
}

/** Most important first. */
function factsOf(state: ConsoleState, columns: number): string[] {
  const { status, connection, figures, lacksKey } = state
  const now = timeNow(state)
  if (!status || now === null)
    return [
      connection === 'connecting'
        ? 'connecting'
        : connection === 'lost'
          ? 'no response'
          : lacksKey
            ? 'give its key with --admin-key'
            : 'documented calls only',
    ]
  const { day, counts, clock, timeZone } = status
  const mode = clock === 'system' ? '' : ` ${clock}`
  const facts = [
    `${dayName(day, columns >= WITH_YEAR)}  ${timeOf(now, timeZone, false)}${mode}`,
    ...(status.openReports ? [counted(status.openReports, 'report')] : []),
    ...(status.capacity?.warning ? [usageText(status.capacity)] : []),
    ...(status.capacity?.warning ? [] : [counted(counts.users ?? 0, 'player')]),
    counted(counts.groups ?? 0, 'group'),
    counted(counts.games ?? 0, 'game'),
    ...speedOf(figures),
    timeZone,
  ]
  facts.unshift(...alarmsOf(figures))
  return connection === 'lost' ? ['no response', ...facts] : facts
}

/** The latency of calls, in a fixed width. */
function speedOf(figures: ConsoleState['figures']): string[] {
  if (figures === null || figures.p99Ms === null) return []
  return [`p99 ${figures.p99Ms.toFixed(0).padStart(4)} ms`]
}

/** Problems that an admin must look into. */
function alarmsOf(figures: ConsoleState['figures']): string[] {
  if (figures === null) return []
  if (!figures.isStoreUp) return ['store does not answer']
  const { rolloverLagSeconds, isRollOverLate } = figures
  return isRollOverLate ? [`roll-over ${Math.round(rolloverLagSeconds / 60)} min late`] : []
}

/** In narrower terminals, other facts matter more than the year. */
const WITH_YEAR = 100

const dayName = (day: string, withYear: boolean): string =>
  new Date(`${day}T12:00:00Z`)
    .toLocaleDateString('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...(withYear && { year: 'numeric' }),
      timeZone: 'UTC',
    })
    .replace(',', '')
