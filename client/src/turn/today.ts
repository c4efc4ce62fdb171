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
  // By itself this one tells "not in a group" from a group's day without a game, so no copy may stand in for it.
  structuralSharing: (before, now) => (now === noGameToday ? now : replaceEqualDeep(before, now)),
})

/** Today's game, asked for every 5 s while a screen that shows it is open. */
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
export function noteTodayFailure(error: unknown): void {
  if (!isAuthError(error)) console.info('Failed to fetch today game:', error)
}

/** Asks for today's game now. */
export function refreshToday(): Promise<Today> {
  return queryClient.fetchQuery({ ...todayQuery, staleTime: 0 })
}

/** Stores a response that holds today's game, which saves a call. */
export function keepToday(today: Today): void {
  queryClient.setQueryData(QUERY.today, today)
}

/** Players who are through with their turn. */
export const playedCount = (today: Today): number =>
  today.participants.filter(({ status }) => status === 'completed' || status === 'skipped').length

/** Whether today holds nothing more for this player to do: the turn is over, or the whole game. */
export const isDone = ({ status, yourStatus }: Today): boolean =>
  status === 'completed' || yourStatus === 'completed' || yourStatus === 'skipped'
