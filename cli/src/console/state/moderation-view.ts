import type {
  DecisionAction,
  DecisionView,
  InspectedPlayer,
  Queue,
  ReportedThing,
} from '@inkling/mock-server/contract/schemas/moderation'
import type { Decided, QueueOrder } from '../../commands/players/moderation.ts'
import type { WatchedGame } from '../watch/watched-games.ts'

/** The moderation view: the queue of reports, the chosen one in its chain, or the page of a player. */
export interface ModerationView {
  readonly order: QueueOrder
  readonly isClosed: boolean
  /** Null until it is read. */
  readonly queue: Queue | null
  /** The id of the chosen report; null for the first. */
  readonly chosen: string | null
  /** Ids of the reports that the next decision is about; none for the chosen one. */
  readonly marked: ReadonlySet<string>
  readonly shown: ShownReport | null
  /** The chosen step of its chain; null for the reported one. */
  readonly step: number | null
  /** Base64 PNGs by the key of a step. */
  readonly pictures: ReadonlyMap<string, string>
  /** Whether a decision is also about all other open reports of the player. */
  readonly isEverything: boolean
  readonly player: InspectedPlayer | null
  /** The first line of the player's page. */
  readonly from: number
  /** The outcome of the last decision, or why nothing is shown. */
  readonly message: string
  /** The decisions of this console that can be undone, the latest first. */
  readonly undo: readonly Undo[]
}

/** What takes a whole decision back. */
export interface Undo {
  /** The decision, such as 'hide the guess “your mum” of Otto'. */
  readonly decision: string
  readonly steps: readonly UndoStep[]
}

export interface UndoStep {
  readonly action: DecisionAction
  readonly subject: Decided
}

/** A report in its context. */
export interface ShownReport {
  readonly report: ReportedThing
  /** Null for the name or avatar of a group. */
  readonly kind: 'group' | 'public' | null
  readonly game: WatchedGame | null
  readonly decisions: readonly DecisionView[]
}

export const NO_MODERATION: ModerationView = {
  order: 'newest',
  isClosed: false,
  queue: null,
  chosen: null,
  marked: new Set(),
  shown: null,
  step: null,
  pictures: new Map(),
  isEverything: false,
  player: null,
  from: 0,
  message: '',
  undo: [],
}

/** The chosen report, or the first. */
export const chosenReport = ({ queue, chosen }: ModerationView): ReportedThing | undefined =>
  queue?.reports.find(({ reportId }) => reportId === chosen) ?? queue?.reports[0]

/** The reports that the next decision is about: the marked ones, or the chosen one. */
export function decidedReports(view: ModerationView): readonly ReportedThing[] {
  const marked = view.queue?.reports.filter(({ reportId }) => view.marked.has(reportId)) ?? []
  const chosen = chosenReport(view)
  return marked.length > 0 || !chosen ? marked : [chosen]
}
