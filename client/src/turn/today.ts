import { POLL } from '@inkling/mock-server/contract/constants'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../session/api.ts'
import { isNoGame, pollEvery } from '../session/polling.ts'
import { QUERY, queryClient } from '../session/query-client.ts'
import { useIsAuthenticated } from '../session/session-store.ts'

/** What today looks like to a player without group and game. */
export const NO_GAME: Today = {
  hasGame: false,
  gameId: null,
  status: null,
  yourStatus: null,
  canStartTurn: false,
  yourNextTurnType: null,
  currentTurn: null,
  participants: [],
  yourSubmission: null,
  yourPreviousEntry: null,
  word: null,
  gameType: null,
  group: null,
}

const todayQuery = queryOptions({
  queryKey: QUERY.today,
  queryFn: async ({ signal }) => {
    try {
      return await api.getToday({}, { signal })
    } catch (error) {
      if (isNoGame(error)) return NO_GAME
      throw error
    }
  },
})

/** Today's game, asked for every 5 s while a screen that shows it is open. */
export function useToday({ poll = true }: { poll?: boolean } = {}) {
  const signedIn = useIsAuthenticated()
  return useQuery({
    ...todayQuery,
    enabled: signedIn,
    refetchInterval: (query) =>
      poll && query.state.data !== NO_GAME ? pollEvery(POLL.todayMs)(query) : false,
  })
}

/** Asks for today's game now. */
export function refreshToday(): Promise<Today> {
  return queryClient.fetchQuery({ ...todayQuery, staleTime: 0 })
}

/** Takes an answer that holds today's game, so that nobody has to ask for it. */
export function keepToday(today: Today): void {
  queryClient.setQueryData(QUERY.today, today)
}

/** Players who are through with their turn. */
export const playedCount = (today: Today): number =>
  today.participants.filter(({ status }) => status === 'completed' || status === 'skipped').length
