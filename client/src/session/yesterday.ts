import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { CACHE, POLL } from '@inkling/mock-server/contract/constants'
import type { YesterdayResults } from '@inkling/mock-server/contract/schemas/results'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './server/api.ts'
import { pollEvery } from './server/polling.ts'
import { QUERY } from './server/query-client.ts'

/** Yesterday's game. */
export const yesterdayQuery = queryOptions({
  queryKey: QUERY.yesterday,
  queryFn: ({ signal }) => api.getYesterdayResults({}, { signal }),
  staleTime: CACHE.resultsMs,
})

/**
 * Yesterday's game; null if there was none, if nobody played, or if it cannot be fetched. A failed call is retried like
 * one for today's game.
 */
export function useYesterday(): YesterdayResults | null {
  const { data, isError } = useQuery({
    ...yesterdayQuery,
    refetchInterval: (query) =>
      query.state.error && !isMissing(query.state.error) ? pollEvery(POLL.todayMs)(query) : false,
  })
  return isError || !data || data.chain.length === 0 ? null : data
}

const isMissing = (error: Error): boolean => error instanceof ApiError && error.status === 404
