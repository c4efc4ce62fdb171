import type {
  DecisionAction,
  DecisionView,
  FoundPlayers,
  InspectedPlayer,
  InspectedReport,
  Queue,
  ReportedThing,
} from '@inkling/mock-server/contract/schemas/moderation'
import { counted } from '@inkling/scenarios/text/counted'
import { runnable } from '../../command-line/invocation.ts'
import { ageText, dayIn, minuteIn, zoneName } from '../../output/game-time.ts'
import type { PageInZone } from '../../output/printer.ts'
import { table } from '../../output/table.ts'
import { chainLines } from '../days/game-text.ts'
import type { Decisions, FoundPlayer, NamedLog, QueueOrder } from './moderation.ts'
import { suspensionText } from './suspension-text.ts'

/* Reports and decisions. Times are those of the game's time zone. */

/** The time by which the queue is ordered; of the most reported ones, that of the latest report. */
export const orderedTime = ({ firstAt, lastAt }: ReportedThing, order: QueueOrder): string =>
  order === 'oldest' ? firstAt : lastAt

export function queueText(
  { reports, open, oldestSeconds, next }: Queue,
  { paint, zone }: PageInZone,
  order: QueueOrder,
): string {
  if (reports.length === 0)
    return open === 0 ? 'Nothing is reported.' : `${counted(open, 'open report')}, none of them here.`
  const rows = reports.map((thing) => [
    thing.reportId,
    minuteIn(orderedTime(thing, order), zone),
    thing.kind,
    saying(thing),
    thing.author.username,
    thing.groupName ?? '',
    String(thing.reporters),
    reasonsOf(thing),
    decidedText(thing, zone) || (thing.hidden ? 'hidden' : ''),
  ])
  const oldest = oldestSeconds === null ? '' : `, the oldest for ${ageText(oldestSeconds)}`
  const headings = [
    'report',
    `${order === 'oldest' ? 'first' : 'latest'} (${zoneName(zone)})`,
    'what',
    'text',
    'author',
    'group',
    'reports',
    'reasons',
    'state',
  ]
  return [
    table(headings, rows, paint),
    '',
    `${counted(open, 'report')} to decide${oldest}${next === null ? '' : `. More: --after ${next}`}`,
  ].join('\n')
}

export function reportText(
  { report, game, chain, decisions }: InspectedReport,
  page: PageInZone,
  draw: boolean,
): string {
  const { paint, zone } = page
  const step = report.stepIndex === null ? '' : ` of step ${report.stepIndex + 1}`
  const group = report.groupName === null ? '' : ` in ${report.groupName}`
  const decided = decidedText(report, zone)
  return [
    `${paint('bold', report.kind)}${step} by ${paint('bold', report.author.username)}${group}  ${paint('dim', report.author.userId)}`,
    `${report.state}${report.hidden ? ', hidden for everybody' : ''}  ${paint('dim', game ? `game ${game.gameId} of ${game.date}` : `group ${report.groupId ?? ''}`)}`,
    ...(decided === '' ? [] : [`${decided}; --if-version ${report.version} decides again`]),
    ...(report.text === null ? [] : [`it says: ${report.text}`]),
    '',
    table(
      [`reported (${zoneName(zone)})`, 'reporter', 'reason', 'note'],
      report.reports.map(({ at, by, reason, note }) => [
        minuteIn(at, zone),
        by?.username ?? 'deleted',
        reason,
        note ?? '',
      ]),
      paint,
    ),
    ...(game ? ['', ...chainLines({ word: game.word, chain }, page, draw)] : []),
    ...(decisions.length > 0 ? ['', decisionTable(decisions, page)] : []),
  ].join('\n')
}

/** Players that were found, of which the server lists at most `limit`. */
export function playersText({ players }: FoundPlayers, { paint, zone }: PageInZone, limit: number): string {
  if (players.length === 0) return 'No player has this in their name or id.'
  const rows = players.map(({ username, userId, groupName, createdAt, suspension }) => [
    username,
    groupName ?? '',
    userId,
    dayIn(createdAt, zone),
    suspensionText(suspension, zone),
  ])
  const more = `The list ends at ${limit}: --limit, up to 100, or more of the name finds others.`
  return [
    table(['player', 'group', 'user id', 'since', 'state'], rows, paint),
    ...(players.length < limit ? [] : ['', more]),
  ].join('\n')
}

export function playerText(shown: InspectedPlayer, page: PageInZone): string {
  const { player, group, gamesPlayed, games, reportsMade, reportsReceived, decisions } = shown
  const { paint, zone } = page
  return [
    `${paint('bold', player.username)}  ${paint('dim', player.userId)}  ${suspensionText(player.suspension, zone)}`.trimEnd(),
    `${group === null ? 'no group' : `group ${group.name}`}, ${counted(games.length, 'game')}, played in ${gamesPlayed}, since ${dayIn(player.createdAt, zone)}`,
    '',
    things('Reports of things of this player', reportsReceived, page),
    '',
    things('Reports by this player', reportsMade, page),
    ...(decisions.length > 0 ? ['', decisionTable(decisions, page)] : []),
  ].join('\n')
}

export const logText = ({ decisions, next, names }: NamedLog, page: PageInZone): string =>
  decisions.length === 0
    ? 'Nothing was decided yet.'
    : [decisionTable(decisions, page, names), ...(next === null ? [] : ['', `More: --after ${next}`])].join(
        '\n',
      )

const PAST: Readonly<Record<DecisionAction, string>> = {
  dismiss: 'dismissed',
  hide: 'hidden',
  restore: 'shown again',
  warn: 'warned',
  suspend: 'suspended',
  ban: 'banned',
  lift: 'may play again',
  reopen: 'opened again',
}

/** The result of a decision in one line. */
export function decisionText({ action, things: count, until }: DecisionView, zone: string): string {
  const what = PAST[action]
  if (action === 'dismiss' || action === 'reopen') return `${counted(count, 'report')} ${what}`
  if (action === 'hide' || action === 'restore') return `${counted(count, 'thing')} ${what}`
  const when = until === null ? '' : ` until ${minuteIn(until, zone)}`
  if (count === 0) return `${what}${when}`
  return `${what}${when}, ${counted(count, action === 'lift' ? 'report' : 'thing')} ${action === 'lift' ? 'closed' : 'hidden'}`
}

/** A line for each decision, for each that was refused, and for each player who can still only read. */
export function decisionsText(
  { decisions, refused }: Decisions,
  zone: string,
  readers: readonly FoundPlayer[] = [],
): string {
  const isOne = decisions.length + refused.length === 1
  return [
    ...decisions.map(
      (each) => `${isOne ? '' : `${each.reportId}: `}${decisionText(each, zone)}  (${each.decisionId})`,
    ),
    ...refused.map(({ reportId, message }) => `${reportId}: ${message}`),
    ...readers.map(({ username, userId, suspension }) =>
      runnable(
        `${username} is still ${suspensionText(suspension, zone)}: \`inkling moderation lift --player ${userId}\` ends it`,
      ),
    ),
  ].join('\n')
}

/** Who decided about a thing, how and when; empty before that. */
export function decidedText({ decided, state }: ReportedThing, zone: string): string {
  if (!decided || state === 'open') return ''
  return `${PAST[decided.action]} by ${whoText(decided.by)} at ${minuteIn(decided.at, zone)}`
}

/** Who used a key: the name, or without one the key. */
const whoText = (by: DecisionView['by']): string => (by === null ? 'somebody' : (by.name ?? `the ${by.key}`))

function things(title: string, list: readonly ReportedThing[], { paint, zone }: PageInZone): string {
  if (list.length === 0) return `${title}: none`
  const rows = list.map((thing) => [
    thing.reportId,
    dayIn(thing.lastAt, zone),
    thing.kind,
    saying(thing),
    reasonsOf(thing),
    thing.hidden ? 'hidden' : thing.state,
  ])
  return `${title}\n${table(['report', 'latest', 'what', 'text', 'reasons', 'state'], rows, paint)}`
}

function decisionTable(
  decisions: readonly DecisionView[],
  { paint, zone }: PageInZone,
  names?: Readonly<Record<string, string>>,
): string {
  const rows = decisions.map(({ at, by, action, until, note, userId, things: count }) => [
    minuteIn(at, zone),
    by === null ? '' : whoText(by),
    action,
    until === null ? '' : `until ${dayIn(until, zone)}`,
    ...(names ? [names[userId ?? ''] ?? 'former player', userId ?? ''] : []),
    String(count),
    note ?? '',
  ])
  const headings = [
    `decided (${zoneName(zone)})`,
    'by',
    '',
    '',
    ...(names ? ['player', 'user id'] : []),
    'things',
    'note',
  ]
  return table(headings, rows, paint)
}

const saying = ({ text }: ReportedThing): string => text ?? ''

/** The reasons of the reports, without repetition. */
export const reasonsOf = ({ reports }: Pick<ReportedThing, 'reports'>): string =>
  [...new Set(reports.map(({ reason }) => reason))].join(', ')
