import { POLL } from '@inkling/mock-server/contract/constants'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { noGameToday } from '@inkling/mock-server/rules/views/player-view'
import { queryOptions, replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { api } from '../session/api.ts'
import { isAuthError, isNoGame, pollEvery } from '../session/polling.ts'
import { QUERY, queryClient } from '../session/query-client.ts'
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
  // This query alone distinguishes "not in a group" from a group without a game today, so no cached copy may replace
  // it.
  structuralSharing: (before, now) => (now === noGameToday ? now : replaceEqualDeep(before, now)),
})

/** Today's game, polled every 5 s while a screen that shows it is open. */
export function useToday({ poll = true }: { poll?: boolean } = {}) {
  const signedIn = useIsAuthenticated()
  return useQuery({
    ...todayQuery,
    enabled: signedIn,
    refetchInterval: (query) =>
      poll && query.state.data !== noGameToday ? pollEvery(POLL.todayMs)(query) : false,
  })
}

/** Logs a failure that the next poll may fix. An ended session is not logged (spec section 8). */
export function logTodayFailure(error: unknown): void {
  if (!isAuthError(error)) console.info('Failed to fetch today game:', error)
}

/** Fetches today's game now. */
export function refreshToday(): Promise<Today> {
  return queryClient.fetchQuery({ ...todayQuery, staleTime: 0 })
}

/** Stores a response that contains today's game, which saves a call. */
export function cacheToday(today: Today): void {
  queryClient.setQueryData(QUERY.today, today)
}

/** The players who have finished their turn. */
export const playedCount = (today: Today): number =>
  today.participants.filter(({ status }) => status === 'completed' || status === 'skipped').length

/** Whether the player has nothing more to do today: the turn or the whole game is over. */
export const isDone = ({ status, yourStatus }: Today): boolean =>
  status === 'completed' || yourStatus === 'completed' || yourStatus === 'skipped'
