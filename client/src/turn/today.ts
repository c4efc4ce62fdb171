import { POLL } from '@inkling/mock-server/contract/constants'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { noGameToday } from '@inkling/mock-server/rules/views/player-view'
import { queryOptions, replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { api } from '../session/server/api.ts'
import { isAuthError, isNoGame, pollEvery } from '../session/server/polling.ts'
import { QUERY, queryClient } from '../session/server/query-client.ts'
import { useIsAuthenticated } from '../session/session-store.ts'

const todayQuery = queryOptions({
  queryKey: QUERY.today,
  queryFn: async ({ signal }) => {
    try {
      return await api.getToday({}, { signal })
    } catch (error) {
      if (isNoGame(error)) return noGameToday
      throw error
    }
  },
  // `noGameToday` is compared by identity to distinguish "not in a group" from a group without a game, so structural
  // sharing must not replace it with an equal object.
  structuralSharing: (before, now) => (now === noGameToday ? now : replaceEqualDeep(before, now)),
})

/** Today's game, polled every 5 s unless `poll` is false. */
export function useToday({ poll = true }: { poll?: boolean } = {}) {
  const signedIn = useIsAuthenticated()
  return useQuery({
    ...todayQuery,
    enabled: signedIn,
    refetchInterval: (query) =>
      poll && query.state.data !== noGameToday ? pollEvery(POLL.todayMs)(query) : false,
  })
}

/** Logs an error, except an auth error. */
export function logTodayFailure(error: unknown): void {
  if (!isAuthError(error)) console.info('Failed to fetch today game:', error)
}

/** How often today's game was updated in the cache, unlike a time independent of the device's clock. */
export const todayUpdates = (): number => queryClient.getQueryState(QUERY.today)?.dataUpdateCount ?? 0

/** Fetches today's game immediately. */
export function refreshToday(): Promise<Today> {
  return queryClient.fetchQuery({ ...todayQuery, staleTime: 0 })
}

/** Cancels a running poll, which may be from before a change that the server has just answered. */
export const cancelPoll = (): Promise<void> => queryClient.cancelQueries({ queryKey: QUERY.today })

/** Caches today's game from the response to a change. */
export async function cacheToday(today: Today): Promise<void> {
  await cancelPoll()
  queryClient.setQueryData(QUERY.today, today)
}

/** The number of players whose turn is over. */
export const playedCount = (today: Today): number =>
  today.participants.filter(({ status }) => status === 'completed' || status === 'skipped').length

/** Whether the player's turn or the whole game is over. */
export const isDone = ({ status, yourStatus }: Today): boolean =>
  status === 'completed' || yourStatus === 'completed' || yourStatus === 'skipped'
