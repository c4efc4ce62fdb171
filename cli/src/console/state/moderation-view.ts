import type {
  DecisionView,
  InspectedPlayer,
  Queue,
  ReportedThing,
} from '@inkling/mock-server/contract/schemas/moderation'
import type { WatchedGame } from '../watch/watched-games.ts'

/** The moderation view: the queue of reports, the chosen one in its chain, or the page of a player. */
export interface ModerationView {
  readonly order: QueueOrder
  readonly isClosed: boolean
  /** Null until it is read. */
  readonly queue: Queue | null
  /** The id of the chosen report; null for the first. */
  readonly chosen: string | null
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
  /** Decisions that undo the last one, the next first. */
  readonly undo: readonly Undo[]
}

export type QueueOrder = 'newest' | 'oldest' | 'most-reported'

export interface Undo {
  readonly action: 'hide' | 'restore' | 'lift'
  readonly reportId: string
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
