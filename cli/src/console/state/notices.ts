import type { ControlStatus } from '@inkling/mock-server/contract/schemas/control'
import { counted } from '@inkling/scenarios/text/counted'
import { runnable } from '../../command-line/invocation.ts'
import { minuteIn } from '../../output/game-time.ts'

/** What there is most of: '8,399 of 10,000 players'. */
export function usageText({
  players,
  maxPlayers,
  games,
  maxGames,
}: Omit<NonNullable<ControlStatus['capacity']>, 'warning'>): string {
  const grouped = (count: number) => count.toLocaleString('en-US')
  return players / maxPlayers >= games / maxGames
    ? `${grouped(players)} of ${grouped(maxPlayers)} players`
    : `${grouped(games)} of ${grouped(maxGames)} games`
}

/** What goes on on the whole server and must not be forgotten: a line each, and how to end it. */
export function noticesOf(status: ControlStatus | null): string[] {
  if (!status) return []
  const { maintenance, faults = 0, announcements = [], timeZone, capacity } = status
  const [newest, ...others] = announcements
  return [
    ...(maintenance
      ? [
          `MAINTENANCE since ${minuteIn(maintenance.since, timeZone).slice(5)}: players can only read. i ends it.${maintenance.message === null ? '' : ` “${maintenance.message}”`}`,
        ]
      : []),
    ...(faults > 0
      ? [`FAULTS: ${faults === 1 ? 'one makes' : `${faults} make`} calls fail on purpose. f removes them.`]
      : []),
    ...(capacity?.warning
      ? [runnable(`Nearly full: ${usageText(capacity)}. \`inkling doctor\` says what to do.`)]
      : []),
    ...(newest
      ? [
          `Announced until ${minuteIn(newest.until, timeZone).slice(5)}${others.length > 0 ? `, and ${counted(others.length, 'other')}` : ''}: “${newest.text}”`,
        ]
      : []),
  ]
}
