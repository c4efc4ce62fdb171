import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { Client } from '@inkling/mock-server/contract/client/client'
import type {
  DecisionAction,
  DecisionView,
  FoundPlayers,
  ModerationLog,
} from '@inkling/mock-server/contract/schemas/moderation'
import { DryRun } from '../../calls/access.ts'
import { connect } from '../../calls/connect.ts'
import { namesOf } from '../../calls/names.ts'
import { CliError, EXIT } from '../../cli-error.ts'
import type { Settings } from '../../settings/settings.ts'

export type FoundPlayer = FoundPlayers['players'][number]

export type QueueOrder = 'newest' | 'oldest' | 'most-reported'

/** What a decision is about. */
export type Subject =
  | { readonly reportId: string }
  | { readonly userId: string }
  | { readonly gameId: string; readonly stepIndex: number }

/** Decisions, and the names of the players by id. */
export interface NamedLog extends ModerationLog {
  readonly names: Readonly<Record<string, string>>
}

export async function decisionLog(
  client: Client,
  query: { limit?: number; before?: string },
): Promise<NamedLog> {
  const log = await client.getModerationLog({ query })
  const ids = new Set(log.decisions.flatMap(({ userId }) => userId ?? []))
  return { ...log, names: Object.fromEntries(await namesOf(client, [...ids])) }
}

/** What a decision says besides its action. */
export interface DecisionOptions {
  readonly days?: number
  readonly note?: string
  readonly everything?: boolean
}

/** What a decision is about, with the version of a report that was read. */
export type Decided = Subject & { readonly version?: number | undefined }

export const decide = (
  settings: Settings,
  action: DecisionAction,
  { version, ...subject }: Decided,
  { days, note, everything }: DecisionOptions,
): Promise<DecisionView> =>
  connect(settings).decide({ body: { ...subject, action, days, note, everything, version } })

/** @throws {CliError} for a player who is not suspended, because the server logs each `lift`. */
export async function expectSuspended(settings: Settings, userId: string): Promise<void> {
  // Only the call that changes something is printed, or refused.
  if (settings.dryRun || settings.readOnly) return
  const { player } = await connect(settings).inspectPlayer({ params: { id: userId } })
  if (!player.suspension)
    throw new CliError(EXIT.runtime, `${player.username} is not suspended: nothing was done.`)
}

/** Those players of reports that are opened again who can only read: `reopen` ends neither a suspension nor a ban. */
export async function stillSuspended(
  settings: Settings,
  reopened: readonly DecisionView[],
): Promise<FoundPlayer[]> {
  const client = connect(settings)
  const found: FoundPlayer[] = []
  for (const id of new Set(reopened.flatMap(({ userId }) => userId ?? []))) {
    const { player } = await client.inspectPlayer({ params: { id } })
    if (player.suspension) found.push(player)
  }
  return found
}

/** What became of decisions about several things: some may be decided by somebody else already. */
export interface Decisions {
  readonly decisions: readonly DecisionView[]
  readonly refused: readonly { readonly reportId: string; readonly code: string; readonly message: string }[]
}

/** Decides the same about several things, one after the other. A report that is refused does not stop the others. */
export async function decideAll(
  settings: Settings,
  action: DecisionAction,
  subjects: readonly Decided[],
  options: DecisionOptions,
): Promise<Decisions> {
  const decisions: DecisionView[] = []
  const refused: Decisions['refused'][number][] = []
  let dryRun: DryRun | undefined
  for (const subject of subjects) {
    try {
      decisions.push(await decide(settings, action, subject, options))
    } catch (error) {
      if (error instanceof DryRun) dryRun = error
      else if ('reportId' in subject && error instanceof ApiError && [404, 409].includes(error.status))
        refused.push({ reportId: subject.reportId, code: error.code, message: error.message })
      else throw error
    }
  }
  if (dryRun) throw dryRun
  return { decisions, refused }
}
