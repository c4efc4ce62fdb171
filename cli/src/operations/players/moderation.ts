import type {
  Action,
  DecisionView,
  FoundPlayers,
  InspectedPlayer,
  InspectedReport,
  ModerationLog,
  Queue,
} from '@inkling/mock-server/contract/schemas/moderation'
import type { ReportReason } from '@inkling/mock-server/contract/schemas/safety'
import { connect } from '../../calls/connect.ts'
import type { Settings } from '../../settings/settings.ts'

/** What a decision is about. */
export type Subject =
  | { readonly reportId: string }
  | { readonly userId: string }
  | { readonly gameId: string; readonly stepIndex: number }

interface QueueOptions {
  readonly order?: 'newest' | 'oldest' | 'most-reported'
  readonly reason?: ReportReason
  readonly closed?: boolean
  readonly player?: string
  readonly group?: string
  readonly limit?: number
  readonly before?: string
}

export function queue(settings: Settings, options: QueueOptions): Promise<Queue> {
  const { order, reason, closed, player, group, limit, before } = options
  return connect(settings).listReports({
    query: {
      state: closed ? 'closed' : 'open',
      ...(order && { order }),
      ...(reason && { reason }),
      ...(player !== undefined && { userId: player }),
      ...(group !== undefined && { groupId: group }),
      ...(limit !== undefined && { limit }),
      ...(before !== undefined && { before }),
    },
  })
}

export const showReport = (settings: Settings, id: string): Promise<InspectedReport> =>
  connect(settings).inspectReport({ params: { id } })

export const findPlayers = (settings: Settings, query: string): Promise<FoundPlayers> =>
  connect(settings).findPlayers({ query: { query } })

export const showPlayer = (settings: Settings, id: string): Promise<InspectedPlayer> =>
  connect(settings).inspectPlayer({ params: { id } })

export const decisionLog = (
  settings: Settings,
  { limit, before }: { limit?: number; before?: string },
): Promise<ModerationLog> =>
  connect(settings).getModerationLog({
    query: { ...(limit !== undefined && { limit }), ...(before !== undefined && { before }) },
  })

interface DecisionOptions {
  readonly days?: number
  readonly note?: string
  readonly everything?: boolean
}

export const decide = (
  settings: Settings,
  action: Action,
  subject: Subject,
  { days, note, everything }: DecisionOptions,
): Promise<DecisionView> =>
  connect(settings).decide({
    body: {
      ...subject,
      action,
      ...(days !== undefined && { days }),
      ...(note !== undefined && { note }),
      ...(everything && { everything }),
    },
  })
