import type { Blocks, ReportKind, ReportReason } from '@inkling/mock-server/contract/schemas/safety'
import { useQuery } from '@tanstack/react-query'
import { dropPastCaches } from '../device/past-caches.ts'
import { api } from './api.ts'
import { QUERY, queryClient } from './query-client.ts'

/** What a player reports: a step of a game, the step that their turn shows, another player, or their group. */
export interface Reportable {
  /** Null for a group. */
  readonly gameId: string | null
  readonly groupId?: string
  /** Whether the group has an avatar to report. */
  readonly hasAvatar?: boolean
  readonly kind: ReportKind
  /** Absent for the step that the player's turn shows. */
  readonly stepIndex?: number
  /** Whose it is; null if the server does not say. */
  readonly userId: string | null
  readonly username: string
}

/** What a player has reported. A step of their turn has no index. */
export type Reported =
  | { readonly reportId: string }
  | { readonly gameId: string; readonly kind: 'drawing' | 'guess'; readonly stepIndex?: number }
  | { readonly userId: string }
  | { readonly groupId: string }

/**
 * Reports something, which is then veiled for the player everywhere.
 * @returns the id of the report
 * @throws the error of the call
 */
export async function report(
  { gameId, groupId, kind, stepIndex, userId }: Reportable,
  reason: ReportReason,
  { note, passTurn }: { note: string; passTurn: boolean },
): Promise<string> {
  const isOfPlayer = kind === 'name' || kind === 'avatar'
  const { reportId } = await api.report({
    body: {
      kind,
      reason,
      ...(gameId !== null && { gameId }),
      ...(groupId !== undefined && { groupId }),
      ...(isOfPlayer && userId !== null && { userId }),
      ...(!isOfPlayer && stepIndex !== undefined && { stepIndex }),
      ...(note !== '' && { note }),
      ...(passTurn && { passTurn }),
    },
  })
  reloadVeiled(gameId)
  return reportId
}

/**
 * Takes all reports of something back, which the player then sees again.
 * @throws the error of a call
 */
export async function takeBack(reported: Reported): Promise<void> {
  const ids = 'reportId' in reported ? [reported.reportId] : await reportsOf(reported)
  for (const reportId of ids) await api.takeBackReport({ params: { reportId } })
  reloadVeiled(null)
}

/** The ids of the player's reports of something. */
async function reportsOf(reported: Exclude<Reported, { reportId: string }>): Promise<string[]> {
  const { reports } = await api.getReports()
  const own = reports.filter((report) => {
    if ('groupId' in reported) return report.groupId === reported.groupId
    if ('userId' in reported) return report.userId === reported.userId
    const { gameId, kind, stepIndex = report.stepIndex } = reported
    return report.gameId === gameId && report.kind === kind && report.stepIndex === stepIndex
  })
  return own.map(({ reportId }) => reportId)
}

export const useBlocks = () =>
  useQuery({ queryKey: QUERY.blocks, queryFn: ({ signal }) => api.getBlocks({}, { signal }) })

/** @throws the error of the call */
export async function block(userId: string): Promise<void> {
  keep(await api.block({ body: { userId } }))
}

/** @throws the error of the call */
export async function unblock(userId: string): Promise<void> {
  keep(await api.unblock({ params: { userId } }))
}

function keep(blocks: Blocks): void {
  queryClient.setQueryData(QUERY.blocks, blocks)
  reloadVeiled(null)
}

/** Loads everything again that may show what is now veiled, or no longer is. @param gameId null for all games and groups */
function reloadVeiled(gameId: string | null): void {
  const games = gameId === null ? ['game'] : QUERY.game(gameId)
  void queryClient.invalidateQueries({ queryKey: QUERY.today })
  void queryClient.invalidateQueries({ queryKey: games })
  if (gameId === null)
    for (const key of ['group', 'group-of-code', 'public-game'])
      void queryClient.invalidateQueries({ queryKey: [key] })
  dropPastCaches()
}
