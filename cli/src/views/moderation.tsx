import type { ReportedThing } from '@inkling/mock-server/contract/schemas/moderation'
import type { ReportKind } from '@inkling/mock-server/contract/schemas/safety'
import { counted } from '@inkling/scenarios/text/counted'
import { Box, Text } from 'ink'
import { FRAME } from '../console/screen/layout.ts'
import { chosenReport, type ModerationView, type ShownReport } from '../console/state/moderation-view.ts'
import { type ConsoleState, timeNow } from '../console/state/state.ts'
import { painter } from '../output/style.ts'
import { fitted, windowed, wrapped } from '../output/text.ts'
import { playerText } from '../output/texts/text-moderation.ts'
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
  if (view.player) return <PlayerPage view={view} {...{ width, height }} />
  const left = Math.max(34, Math.min(64, Math.round(width * 0.42)))
  const now = timeNow(state) ?? new Date().toISOString()
  return (
    <Box>
      <QueuePanel view={view} now={now} width={left} height={height} />
      <ReportPanel view={view} colors={colors} width={width - left} height={height} />
    </Box>
  )
}

function QueuePanel({ view, now, width, height }: { view: ModerationView; now: string } & PanelSize) {
  const { queue, order, isClosed, message } = view
  const room = width - FRAME.columns
  const reports = queue?.reports ?? []
  const chosen = chosenReport(view)
  const at = reports.findIndex(({ reportId }) => reportId === chosen?.reportId)
  const notes = message === '' ? [] : wrapped(message, room).slice(0, 3)
  const shown = windowed(reports, at, height - FRAME.lines - notes.length)
  return (
    <Panel
      title={`${isClosed ? 'Decided' : 'Reports'} · ${order}`}
      note={queue ? `${queue.open} open` : ''}
      {...{ width, height }}
    >
      <Box flexDirection="column" flexGrow={1}>
        {reports.length === 0 && message === '' && <Text dimColor>{nothing(view)}</Text>}
        {shown.items.map((thing) => (
          <QueueLine
            key={thing.reportId}
            thing={thing}
            isChosen={thing === chosen}
            age={ageOf(isClosed ? thing.lastAt : thing.firstAt, now)}
            width={room}
          />
        ))}
      </Box>
      {notes.map((line) => (
        <Text key={line} color="yellow">
          {fitted(line, room)}
        </Text>
      ))}
    </Panel>
  )
}

function nothing({ queue, isClosed }: ModerationView): string {
  if (queue === null) return 'Reading the reports …'
  return isClosed ? 'Nothing was decided yet.' : 'Nothing is reported.'
}

interface QueueLineProps {
  readonly thing: ReportedThing
  readonly isChosen: boolean
  readonly age: string
  readonly width: number
}

function QueueLine({ thing, isChosen, age, width }: QueueLineProps) {
  const { kind, author, text, hidden, reporters } = thing
  const what = text === null ? author.username : `${author.username} “${text}”`
  return (
    <Text wrap="truncate">
      <Text color="cyan">{isChosen ? '▸' : ' '}</Text>
      <Text color={hidden ? 'red' : 'yellow'}>{hidden ? '✕ ' : '● '}</Text>
      <Text dimColor={!isChosen}>{kindText(kind).padEnd(8)}</Text>
      <Text bold={isChosen} {...(isChosen && { color: 'cyan' })}>
        {fitted(what, width - 20)}
      </Text>
      <Text>{`${reporters}×`.padStart(4)}</Text>
      <Text dimColor>{age.padStart(5)}</Text>
    </Text>
  )
}

/** At most seven characters. The text shows whether it is the name or the avatar of a group. */
const kindText = (kind: ReportKind): string => (kind.startsWith('group-') ? 'group' : kind)

/** At most four characters. */
function ageOf(instant: string, now: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(instant)) / 60_000))
  if (minutes < 60) return `${minutes}m`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)}h` : `${Math.floor(minutes / 1440)}d`
}

const LIST = { min: 17, max: 34 }
const MAX_REPORTS = 4

function ReportPanel({ view, colors, width, height }: { view: ModerationView; colors: number } & PanelSize) {
  const { shown, pictures } = view
  if (!shown || shown.report.reportId !== chosenReport(view)?.reportId)
    return <Panel title="Report" {...{ width, height }} />
  const { report, game } = shown
  const room = width - FRAME.columns
  const facts = factsOf(shown, view.isEverything).flatMap((line) => wrapped(line, room))
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
            <Steps game={game} at={at} width={list} height={below} />
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

function factsOf({ report, game, kind, decisions }: ShownReport, isEverything: boolean): string[] {
  const { text, hidden, reporters, reports, author } = report
  const reasons = [...new Set(reports.map(({ reason }) => reason))].join(', ')
  const notes = reports.filter(({ note }) => note !== null).slice(-MAX_REPORTS)
  const earlier = decisions.length === 0 ? '' : ` · ${counted(decisions.length, 'earlier decision')}`
  return [
    text === null ? `${author.username} drew this` : `“${text}”`,
    `${counted(reporters, 'report')}: ${reasons}${hidden ? ' · hidden for everybody' : ''}`,
    [game ? `${kind} game of ${game.day}` : `hosted by ${author.username}`, earlier].join(''),
    ...notes.map(({ by, note }) => `${by?.username ?? 'deleted'}: ${note}`),
    ...(isEverything ? [`Decides all open reports of ${author.username}.`] : []),
  ]
}

const PLAIN = { paint: painter(false), colors: 0 }

function PlayerPage({ view, width, height }: { view: ModerationView } & PanelSize) {
  if (!view.player) return null
  const room = { width: width - FRAME.columns, height: height - FRAME.lines }
  const notes = view.message === '' ? [] : [view.message]
  const lines = playerText(view.player, { ...PLAIN, width: room.width }).split('\n')
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
      {notes.map((line) => (
        <Text key={line} color="yellow">
          {fitted(line, room.width)}
        </Text>
      ))}
    </Panel>
  )
}
