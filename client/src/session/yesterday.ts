import { CACHE } from '@inkling/mock-server/contract/constants'
import type { YesterdayResults } from '@inkling/mock-server/contract/schemas/results'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './server/api.ts'
import { QUERY } from './server/query-client.ts'

/** Yesterday's game. */
export const yesterdayQuery = queryOptions({
  queryKey: QUERY.yesterday,
  queryFn: ({ signal }) => api.getYesterdayResults({}, { signal }),
  staleTime: CACHE.resultsMs,
})

/** Yesterday's game; null if there was none, if nobody played, or if it cannot be fetched. */
export function useYesterday(): YesterdayResults | null {
  const { data, isError } = useQuery(yesterdayQuery)
  return isError || !data || data.chain.length === 0 ? null : data
}
