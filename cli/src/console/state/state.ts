import type { Candidate } from '../../command-line/completion.ts'
import type { ScenarioSummary } from '../../commands/scenarios/scenario-files.ts'
import type { TargetKind } from '../../settings/target-kinds.ts'
import { EMPTY_LINE, type Line, lineOf } from '../keyboard/line-editor.ts'
import { NOTHING_WATCHED, type Watched } from '../watch/watched.ts'
import type { WatchedGame } from '../watch/watched-games.ts'
import type { BotRun } from './bot-progress.ts'
import { type Found, NOTHING_FOUND } from './found.ts'
import type { LoadProgress } from './load-progress.ts'
import { type ModerationView, NO_MODERATION } from './moderation-view.ts'

/** Everything that the console shows. */
export interface ConsoleState extends Watched {
  readonly target: string
  readonly size: Size
  readonly mode: Mode
  readonly filter: string
  readonly order: GameOrder
  /** A message to show until the next key; null for none. */
  readonly notice: string | null
  readonly chosenGame: string | null
  /** Of the chosen game; null follows the last drawing. */
  readonly chosenStep: number | null
  /** The actions so far, oldest first. */
  readonly log: readonly LogEntry[]
  /** Lines of the command line, oldest first. */
  readonly history: readonly string[]
  readonly scenarios: ScenarioView
  readonly moderation: ModerationView
  readonly found: Found
  /** Null unless this console runs bots. */
  readonly bots: BotRun | null
  /** Null until this console runs a load. */
  readonly load: LoadProgress | null
  /** Counts the minutes of the server's clock, so that the header is redrawn once a minute. */
  readonly minute: number
}

/** Games sorted by name, or by their last event. */
type GameOrder = 'name' | 'activity'

export interface Size {
  readonly columns: number
  readonly rows: number
}

export type Mode =
  | { readonly name: 'browse' }
  | { readonly name: 'help'; readonly from: number; readonly back?: Mode }
  | { readonly name: 'chain' }
  | { readonly name: 'day' }
  | { readonly name: 'load' }
  | { readonly name: 'log'; readonly fromEnd: number }
  | {
      readonly name: 'filter'
      readonly of: 'games' | 'scenarios'
      readonly line: Line
      readonly before: string
      /** The chosen row of what was found on the server; null while the list itself is filtered. */
      readonly at: number | null
    }
  | {
      readonly name: 'command'
      readonly line: Line
      readonly candidates: readonly Candidate[]
      /** How far back in the history; 0 is the line being typed. */
      readonly back: number
      /** The mode after it; the games without it. */
      readonly after?: Mode
    }
  | {
      readonly name: 'ask'
      readonly question: string
      readonly line: Line
      /** Whether nothing is an answer too. */
      readonly mayBeEmpty?: boolean
      readonly onAnswer: (answer: string) => void
      /** Called if the question is closed without an answer. */
      readonly onLeave?: () => void
      readonly back?: Mode
    }
  | {
      readonly name: 'confirm'
      readonly question: string
      /** The command that is about to run, for the console's command line. */
      readonly words: readonly string[]
      /** The same for a shell: it names the target. */
      readonly command: string
      readonly onAnswer: (isYes: boolean) => void
      readonly note?: NoteField
      readonly back?: Mode
    }
  | {
      readonly name: 'pick'
      readonly title: string
      /** Whether its items are commands instead of players. */
      readonly isMenu?: boolean
      /** Whether players that match what is typed are found on the server and added. */
      readonly searches?: boolean
      readonly line: Line
      readonly at: number
      readonly items: readonly PickItem[]
      readonly onAnswer: (id: string) => void
      /** Where the question leads back to; to the games without it. */
      readonly back?: Mode
    }
  | { readonly name: 'scenarios' }
  /** The queue of reports, or the page of a player. */
  | { readonly name: 'moderation' }

export type ModeOf<Name extends Mode['name']> = Extract<Mode, { name: Name }>

/** A note in the question about a decision. */
export interface NoteField {
  readonly text: string
  readonly edit: () => void
}

/** The note as the question shows it. */
export const noteText = ({ text }: NoteField): string => `Note: ${text === '' ? 'none' : text}`

/** Whether text is typed in this mode. */
export const isTextMode = ({ name }: Mode): boolean => ['filter', 'command', 'ask', 'pick'].includes(name)

export interface PickItem {
  readonly id: string
  readonly label: string
}

/** An action, and the equivalent command. */
export interface ConsoleAction {
  readonly words: readonly string[]
  /** Returns the result as one line. Without it, the command itself is run. */
  readonly run?: () => Promise<string>
}

export interface LogEntry {
  readonly id: number
  readonly command: string
  readonly state: 'running' | 'done' | 'failed'
  readonly exitCode?: number
  /** The words of the last action, to repeat it or show it as curl. */
  readonly words: readonly string[]
  readonly lines: readonly string[]
}

export interface ScenarioView {
  readonly files: readonly ScenarioFile[]
  readonly filter: string
  /** Index into the filtered files. */
  readonly at: number
  /** Null before one was run. */
  readonly run: ScenarioRun | null
  readonly message: string
}

export type ScenarioFile = Omit<ScenarioSummary, 'tags'>

export interface ScenarioRun {
  readonly file: string
  readonly name: string
  readonly isOver: boolean
  readonly lines: readonly ScenarioLine[]
  /** Numbers of blocks that are folded. */
  readonly folded: ReadonlySet<string>
  readonly at: number
}

export interface ScenarioLine {
  /** 3, or 3.2 for a step inside the third one. */
  readonly number: string
  readonly text: string
  readonly outcome: 'running' | 'passed' | 'failed' | 'refused' | 'skipped' | 'interrupted'
  readonly isBlock: boolean
  readonly problems: readonly string[]
}

const NO_SCENARIOS: ScenarioView = { files: [], filter: '', at: 0, run: null, message: '' }

export const BROWSE: Mode = { name: 'browse' }
export const commandMode = (line: Line = EMPTY_LINE, after: Mode = BROWSE): Mode => ({
  name: 'command',
  line,
  candidates: [],
  back: 0,
  ...(after.name !== 'browse' && { after }),
})

export const filterMode = (of: 'games' | 'scenarios', filter: string): Mode => ({
  name: 'filter',
  of,
  line: lineOf(filter),
  before: filter,
  at: null,
})

export const firstState = (target: string, size: Size, targetKind: TargetKind): ConsoleState => ({
  ...NOTHING_WATCHED,
  target,
  size,
  mode: BROWSE,
  filter: '',
  order: 'name',
  targetKind,
  notice: null,
  chosenGame: null,
  chosenStep: null,
  log: [],
  history: [],
  scenarios: NO_SCENARIOS,
  moderation: NO_MODERATION,
  found: NOTHING_FOUND,
  bots: null,
  load: null,
  minute: 0,
})

/** The current time of the server's clock; null if unknown. */
export function timeNow({ status, statusAt }: Pick<ConsoleState, 'status' | 'statusAt'>): string | null {
  if (!status) return null
  const passed = status.clock === 'frozen' ? 0 : performance.now() - statusAt
  return new Date(Date.parse(status.now) + passed).toISOString()
}

/** Scenario files that match the filter by name or description. */
export const shownScenarios = ({
  files,
  filter,
}: Pick<ScenarioView, 'files' | 'filter'>): readonly ScenarioFile[] =>
  files.filter(({ file, name }) => `${file} ${name}`.toLowerCase().includes(filter.trim().toLowerCase()))

/** The selected step: the chosen one, or the last drawing. */
export function selectedStep({ steps }: WatchedGame, chosenStep: number | null): number {
  if (chosenStep !== null && chosenStep < steps.length) return chosenStep
  return Math.max(
    0,
    steps.findLastIndex(({ type }) => type === 'drawing'),
  )
}

/** Items of a list that contain the typed text. */
export const pickable = ({ items, line }: { items: readonly PickItem[]; line: Line }): readonly PickItem[] =>
  items.filter(({ label, id }) => `${label} ${id}`.toLowerCase().includes(line.text.trim().toLowerCase()))
