import type {
  DecisionView,
  FoundPlayers,
  InspectedPlayer,
  InspectedReport,
  ModerationLog,
  Queue,
  ReportedThing,
} from '@inkling/mock-server/contract/schemas/moderation'
import { counted } from '@inkling/scenarios/text/counted'
import type { Page } from '../printer.ts'
import { table } from '../table.ts'
import { chainText } from './text-game.ts'

/** Reported things as `moderation queue` prints them. */
export function queueText({ reports, open, oldestSeconds, next }: Queue, { paint }: Page): string {
  if (reports.length === 0)
    return open === 0 ? 'Nothing is reported.' : `${counted(open, 'open report')}, none of them here.`
  const rows = reports.map((thing) => [
    thing.reportId,
    day(thing.lastAt),
    thing.kind,
    saying(thing),
    thing.author.username,
    String(thing.reporters),
    reasonsOf(thing),
    thing.hidden ? 'hidden' : '',
  ])
  const oldest = oldestSeconds === null ? '' : `, the oldest for ${hours(oldestSeconds)}`
  return [
    table(['report', 'day', 'what', '', 'by', 'reports', 'reasons', ''], rows, paint),
    '',
    `${counted(open, 'thing')} to decide${oldest}${next === null ? '' : `. More: --before ${next}`}`,
  ].join('\n')
}

/** A report with its chain, as `moderation show` prints it. */
export function reportText(
  { report, game, chain, decisions }: InspectedReport,
  page: Page,
  draw: boolean,
): string {
  const { paint } = page
  const step = report.stepIndex === null ? '' : ` of step ${report.stepIndex + 1}`
  return [
    `${paint('bold', report.kind)}${step} by ${paint('bold', report.author.username)}  ${paint('dim', report.author.userId)}`,
    `${report.state}${report.hidden ? ', hidden for everybody' : ''}  ${paint('dim', game ? `game ${game.gameId} of ${game.date}` : `group ${report.groupId ?? ''}`)}`,
    ...(report.text === null ? [] : [`it says: ${report.text}`]),
    '',
    table(
      ['reported', 'by', 'reason', 'note'],
      report.reports.map(({ at, by, reason, note }) => [
        day(at),
        by?.username ?? 'deleted',
        reason,
        note ?? '',
      ]),
      paint,
    ),
    ...(game ? ['', ...chainText({ word: game.word, chain }, page, draw)] : []),
    ...(decisions.length > 0 ? ['', decisionTable(decisions, page)] : []),
  ].join('\n')
}

export const playersText = ({ players }: FoundPlayers, { paint }: Page): string =>
  players.length === 0
    ? 'No player has this in their name or id.'
    : table(
        ['player', 'user id', 'since', ''],
        players.map(({ username, userId, createdAt, suspension }) => [
          username,
          userId,
          day(createdAt),
          suspended(suspension),
        ]),
        paint,
      )

export function playerText(shown: InspectedPlayer, page: Page): string {
  const { player, group, gamesPlayed, games, reportsMade, reportsReceived, decisions } = shown
  const { paint } = page
  return [
    `${paint('bold', player.username)}  ${paint('dim', player.userId)}  ${suspended(player.suspension)}`.trimEnd(),
    `${group === null ? 'no group' : `group ${group.name}`}, ${counted(games.length, 'game')}, played in ${gamesPlayed}, since ${day(player.createdAt)}`,
    '',
    things('Reports of things of this player', reportsReceived, page),
    '',
    things('Reports by this player', reportsMade, page),
    ...(decisions.length > 0 ? ['', decisionTable(decisions, page)] : []),
  ].join('\n')
}

export const logText = ({ decisions, next }: ModerationLog, page: Page): string =>
  decisions.length === 0
    ? 'Nothing was decided yet.'
    : [decisionTable(decisions, page), ...(next === null ? [] : ['', `More: --before ${next}`])].join('\n')

export const decisionText = ({ action, things, until, decisionId }: DecisionView): string =>
  `${action}${until === null ? '' : ` until ${until.slice(0, 10)}`}: ${counted(things, 'thing')} decided  (${decisionId})`

function things(title: string, list: readonly ReportedThing[], { paint }: Page): string {
  if (list.length === 0) return `${title}: none`
  const rows = list.map((thing) => [
    thing.reportId,
    day(thing.lastAt),
    thing.kind,
    saying(thing),
    reasonsOf(thing),
    thing.hidden ? 'hidden' : thing.state,
  ])
  return `${title}\n${table(['report', 'day', 'what', '', 'reasons', ''], rows, paint)}`
}

function decisionTable(decisions: readonly DecisionView[], { paint }: Page): string {
  const rows = decisions.map(({ at, action, until, note, userId, things: count }) => [
    at.slice(0, 16).replace('T', ' '),
    action,
    until === null ? '' : `until ${day(until)}`,
    userId ?? '',
    String(count),
    note ?? '',
  ])
  return table(['decided', '', '', 'player', 'things', 'note'], rows, paint)
}

const day = (instant: string): string => instant.slice(0, 10)
const saying = ({ text }: ReportedThing): string => text ?? ''
const reasonsOf = ({ reports }: ReportedThing): string =>
  [...new Set(reports.map(({ reason }) => reason))].join(', ')
const hours = (seconds: number): string =>
  seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`

function suspended(suspension: InspectedPlayer['player']['suspension']): string {
  if (suspension === null) return ''
  return suspension.until === null ? 'banned' : `suspended until ${day(suspension.until)}`
}
