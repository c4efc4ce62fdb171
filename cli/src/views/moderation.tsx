import type { ReportedThing } from '@inkling/mock-server/contract/schemas/moderation'
import type { ReportKind } from '@inkling/mock-server/contract/schemas/safety'
import { counted } from '@inkling/scenarios/text/counted'
import { Box, Text } from 'ink'
import { decidedText, orderedTime, playerText, reasonsOf } from '../commands/players/moderation-text.ts'
import { FRAME } from '../console/screen/layout.ts'
import { chosenReport, type ModerationView, type ShownReport } from '../console/state/moderation-view.ts'
import { type ConsoleState, timeNow } from '../console/state/state.ts'
import { ageOf, minuteIn } from '../output/game-time.ts'
import { painter } from '../output/style.ts'
import { fitted, windowed, wrapped } from '../output/text.ts'
import { Drawings } from './drawings.tsx'
import { Steps } from './panels/chain-panel.tsx'
import { Panel, type PanelSize } from './panels/panel.tsx'

interface ModerationProps extends PanelSize {
  readonly state: ConsoleState
  readonly colors: number
}

/** What players report: the queue next to the chosen report with its chain, or the page of a player. */
export function Moderation({ state, colors, width, height }: ModerationProps) {
  const { moderation: view } = state
  // Wide enough for the columns of the queue where there is room.
  const left = width >= WIDE ? Math.round(width * 0.52) : Math.max(34, Math.round(width * 0.42))
  const now = timeNow(state) ?? new Date().toISOString()
  const zone = state.status?.timeZone ?? 'UTC'
  if (view.player) return <PlayerPage view={view} zone={zone} {...{ width, height }} />
  return (
    <Box>
      <QueuePanel view={view} now={now} width={left} height={height} />
      <ReportPanel view={view} zone={zone} colors={colors} width={width - left} height={height} />
    </Box>
  )
}

const WIDE = 130

function QueuePanel({ view, now, width, height }: { view: ModerationView; now: string } & PanelSize) {
  const { queue, order, isClosed, message, marked } = view
  const room = width - FRAME.columns
  const reports = queue?.reports ?? []
  const chosen = chosenReport(view)
  const at = reports.findIndex(({ reportId }) => reportId === chosen?.reportId)
  const notes = message === '' ? [] : wrapped(message, room).slice(0, 3)
  const shown = windowed(reports, at, height - FRAME.lines - notes.length)
  return (
    <Panel
      title={`${isClosed ? 'Decided' : 'Reports'} · ${order}`}
      note={noteOf(view)}
      {...{ width, height }}
    >
      <Box flexDirection="column" flexGrow={1}>
        {reports.length === 0 && message === '' && <Text dimColor>{nothing(view)}</Text>}
        {shown.items.map((thing) => (
          <QueueLine
            key={thing.reportId}
            thing={thing}
            isChosen={thing === chosen}
            isMarked={marked.has(thing.reportId)}
            age={ageOf(orderedTime(thing, order), now)}
            width={room}
          />
        ))}
      </Box>
      <Notes lines={notes} room={room} />
    </Panel>
  )
}

const Notes = ({ lines, room }: { lines: readonly string[]; room: number }) =>
  lines.map((line) => (
    <Text key={line} color="yellow">
      {fitted(line, room)}
    </Text>
  ))

function noteOf({ queue, isClosed, marked }: ModerationView): string {
  if (!queue) return ''
  if (marked.size > 0) return `${marked.size} marked`
  // The number of all decided things is not known.
  return isClosed ? `${queue.reports.length}${queue.next === null ? '' : '+'} decided` : `${queue.open} open`
}

function nothing({ queue, isClosed }: ModerationView): string {
  if (queue === null) return 'Reading the reports …'
  return isClosed ? 'Nothing was decided yet.' : 'Nothing is reported.'
}

interface QueueLineProps {
  readonly thing: ReportedThing
  readonly isChosen: boolean
  readonly isMarked: boolean
  readonly age: string
  readonly width: number
}

/** From this width on, reason and group are columns; below, they are beside the report. */
const ROOM_FOR_COLUMNS = 58
const REASON = 8
const GROUP = 14

function QueueLine({ thing, isChosen, isMarked, age, width }: QueueLineProps) {
  const { kind, author, text, reporters, groupName } = thing
  // A reported name says who it is.
  const isName = text === null || text === author.username
  const what = isName ? author.username : `${author.username} “${text}”`
  const { mark, color } = markOf(thing)
  const columns =
    width < ROOM_FOR_COLUMNS
      ? ''
      : ` ${fitted(columnOf(thing), REASON)} ${fitted(groupName ?? 'no group', GROUP)}`
  return (
    <Text wrap="truncate" {...(isMarked && { backgroundColor: 'blue' })}>
      <Text color="cyan">{isChosen ? '▸' : ' '}</Text>
      <Text color={color}>{mark}</Text>
      <Text bold>{isMarked ? '+' : ' '}</Text>
      <Text dimColor={!isChosen}>{kindText(kind).padEnd(8)}</Text>
      <Text bold={isChosen} {...(isChosen && { color: 'cyan' })}>
        {fitted(what, width - 20 - columns.length)}
      </Text>
      <Text dimColor={!isChosen}>{columns}</Text>
      <Text>{`${reporters}×`.padStart(4)}</Text>
      <Text dimColor>{age.padStart(5)}</Text>
    </Text>
  )
}

/** Why an open thing was reported, and how a closed one was decided. */
const columnOf = (thing: ReportedThing): string =>
  thing.state === 'closed' && thing.decided ? thing.decided.action : reasonsOf(thing)

function markOf({ hidden, state }: ReportedThing): { mark: string; color: string } {
  if (hidden) return { mark: '✕', color: 'red' }
  return state === 'open' ? { mark: '●', color: 'yellow' } : { mark: '✓', color: 'green' }
}

/** At most seven characters. The text shows whether it is the name or the avatar of a group. */
const kindText = (kind: ReportKind): string => (kind.startsWith('group-') ? 'group' : kind)

const LIST = { min: 17, max: 34 }
const MAX_REPORTS = 4

function ReportPanel({
  view,
  zone,
  colors,
  width,
  height,
}: { view: ModerationView; zone: string; colors: number } & PanelSize) {
  const { shown, pictures } = view
  if (!shown || shown.report.reportId !== chosenReport(view)?.reportId)
    return <Panel title="Report" {...{ width, height }} />
  const { report, game } = shown
  const room = width - FRAME.columns
  const facts = factsOf(shown, view, zone).flatMap((line) => wrapped(line, room))
  const below = height - FRAME.lines - facts.length - 1
  const list = Math.max(LIST.min, Math.min(LIST.max, Math.round(room * 0.34)))
  const at = view.step ?? report.stepIndex ?? -1
  return (
    <Panel title={titleOf(report)} note={report.state} {...{ width, height }}>
      {facts.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text have no other identity
        <Text key={index} {...(index === 0 && { bold: true })}>
          {fitted(line, room)}
        </Text>
      ))}
      {game && below > 3 && (
        <Box marginTop={1}>
          <Box flexDirection="column" width={list} marginRight={1}>
            <Steps game={game} at={at} zone={zone} width={list} height={below} />
          </Box>
          <Drawings
            steps={game.steps}
            at={at}
            pictures={pictures}
            colors={colors}
            width={Math.min(room - list - 1, below * 2)}
            height={below}
          />
        </Box>
      )}
    </Panel>
  )
}

const titleOf = ({ kind, stepIndex, author }: ReportedThing): string =>
  `${kind}${stepIndex === null ? '' : ` of step ${stepIndex + 1}`} by ${author.username}`

function factsOf(
  { report, game, kind, decisions }: ShownReport,
  view: ModerationView,
  zone: string,
): string[] {
  const { text, hidden, reporters, reports, author, groupName } = report
  const notes = reports.filter(({ note }) => note !== null).slice(-MAX_REPORTS)
  const earlier = decisions.length === 0 ? '' : ` · ${counted(decisions.length, 'earlier decision')}`
  const last = reports.at(-1)
  const names = reports.slice(-MAX_REPORTS).map(({ by }) => by?.username ?? 'deleted')
  const decided = decidedText(report, zone)
  const where = game ? `${kind} game of ${game.day}` : `hosted by ${author.username}`
  return [
    text === null ? `${author.username} drew this` : `“${text}”`,
    `${counted(reporters, 'report')}: ${reasonsOf(report)}${hidden ? ' · hidden for everybody' : ''}`,
    `by ${names.join(', ')}${last ? ` · ${minuteIn(last.at, zone).slice(5)}` : ''}`,
    `${groupName === null ? '' : `${groupName} · `}${where}${earlier}`,
    ...(decided === '' ? [] : [decided]),
    ...notes.map(({ by, note }) => `${by?.username ?? 'deleted'}: ${note}`),
    ...(view.isEverything ? [`Decides all open reports of ${author.username}.`] : []),
    ...(view.marked.size > 0 ? [`Decides the ${counted(view.marked.size, 'marked report')}.`] : []),
  ]
}

const PLAIN = { paint: painter(false), colors: 0 }

function PlayerPage({ view, zone, width, height }: { view: ModerationView; zone: string } & PanelSize) {
  if (!view.player) return null
  const room = { width: width - FRAME.columns, height: height - FRAME.lines }
  const notes = view.message === '' ? [] : [view.message]
  const lines = playerText(view.player, { ...PLAIN, width: room.width, zone }).split('\n')
  const visible = room.height - notes.length
  const from = Math.max(0, Math.min(view.from, lines.length - visible))
  return (
    <Panel
      title={`Player · ${view.player.player.username}`}
      note={lines.length > visible ? `${from + 1}-${from + visible} of ${lines.length}` : ''}
      {...{ width, height }}
    >
      <Box flexDirection="column" flexGrow={1}>
        {lines.slice(from, from + visible).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text have no other identity
          <Text key={from + index}>{fitted(line, room.width)}</Text>
        ))}
      </Box>
      <Notes lines={notes} room={room.width} />
    </Panel>
  )
}
