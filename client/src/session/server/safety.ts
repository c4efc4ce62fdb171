import type { Blocks, ReportKind, ReportReason } from '@inkling/mock-server/contract/schemas/safety'
import { useQuery } from '@tanstack/react-query'
import { dropPastCaches } from '../device/past-caches.ts'
import { api } from './api.ts'
import { QUERY, queryClient } from './query-client.ts'

/** What a player reports: a step of a game, the step that their turn shows, or another player. */
export interface Reportable {
  readonly gameId: string
  readonly kind: ReportKind
  /** Absent for the step that the player's turn shows. */
  readonly stepIndex?: number
  /** Whose it is; null if the server does not say. */
  readonly userId: string | null
  readonly username: string
}

/**
 * Reports something, which is then veiled for the player everywhere.
 * @throws the error of the call
 */
export async function report(
  { gameId, kind, stepIndex, userId }: Reportable,
  reason: ReportReason,
  { note, passTurn }: { note: string; passTurn: boolean },
): Promise<void> {
  const isOfPlayer = kind === 'name' || kind === 'avatar'
  await api.report({
    body: {
      gameId,
      kind,
      reason,
      ...(isOfPlayer && userId !== null && { userId }),
      ...(!isOfPlayer && stepIndex !== undefined && { stepIndex }),
      ...(note !== '' && { note }),
      ...(passTurn && { passTurn }),
    },
  })
  reloadVeiled(gameId)
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

/** Loads everything again that may show what is now veiled, or no longer is. @param gameId null for all games */
function reloadVeiled(gameId: string | null): void {
  const games = gameId === null ? ['game'] : QUERY.game(gameId)
  void queryClient.invalidateQueries({ queryKey: QUERY.today })
  void queryClient.invalidateQueries({ queryKey: games })
  dropPastCaches()
}
