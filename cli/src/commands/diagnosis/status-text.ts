import { counted } from '@inkling/scenarios/text/counted'
import { runnable } from '../../command-line/invocation.ts'
import { ageOf, minuteIn, secondIn, zoneName } from '../../output/game-time.ts'
import type { Page } from '../../output/printer.ts'
import { table } from '../../output/table.ts'
import type { ServerStatus } from './status.ts'

/** A line for each thing that goes on. What an admin must not forget is marked, with the command that shows or ends it. */
export function statusText(status: ServerStatus, { paint }: Page): string {
  const { now, timeZone, clock, reports, turns, maintenance, announcements, faults } = status
  const zone = timeZone
  const line = (isMarked: boolean, about: string, text: string) => [
    isMarked ? paint('yellow', '!') : paint('green', '✓'),
    about,
    runnable(text),
  ]
  const age = reports.oldestAt === null ? '' : `, the oldest for ${ageOf(reports.oldestAt, now)}`
  const rows = [
    line(
      clock !== 'system',
      'time',
      `${secondIn(now, zone)} (${zoneName(zone)})${clock === 'system' ? '' : `, ${clock}: \`inkling clock resume\` returns it to the real time`}`,
    ),
    line(
      reports.open > 0,
      'reports',
      reports.open === 0
        ? 'none to decide'
        : `${reports.open} to decide${age}: \`inkling moderation queue --order oldest\``,
    ),
    line(
      turns.overdue > 0,
      'turns',
      `${turns.running} running${turns.running > 0 ? ': `inkling game list --playing`' : ''}${turns.overdue > 0 ? `, ${turns.overdue} overdue: \`inkling game list --overdue\`` : ''}`,
    ),
    maintenance
      ? line(
          true,
          'maintenance',
          `players can only read since ${minuteIn(maintenance.since, zone)}: \`inkling maintenance off\` ends it`,
        )
      : line(false, 'maintenance', 'off'),
    ...(announcements.length === 0
      ? [line(false, 'announcements', 'none')]
      : announcements.map(({ id, text, until }) =>
          line(
            false,
            'announcement',
            `until ${minuteIn(until, zone)}, \`inkling announcement remove ${id}\` ends it: ${text}`,
          ),
        )),
    line(
      faults > 0,
      'faults',
      faults > 0
        ? `${faults === 1 ? 'one makes' : `${faults} make`} calls fail on purpose: \`inkling fault remove\` removes all`
        : 'none',
    ),
    playersLine(status, line),
  ]
  return table(['', 'what', 'now'], rows, paint)
}

function playersLine(
  { counts, capacity }: ServerStatus,
  line: (isMarked: boolean, about: string, text: string) => string[],
): string[] {
  const { users = 0, groups = 0, games = 0 } = counts
  const of = (count: number, max: number | undefined) =>
    `${count.toLocaleString('en-US')}${max === undefined ? '' : ` of ${max.toLocaleString('en-US')}`}`
  const warning = capacity?.warning ?? null
  return line(
    warning !== null,
    'players',
    `${of(users, capacity?.maxPlayers)} in ${counted(groups, 'group')}; ${of(games, capacity?.maxGames)} ${games === 1 && !capacity ? 'game' : 'games'}${warning === null ? '' : `. ${warning}`}`,
  )
}
