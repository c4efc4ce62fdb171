import { CACHE } from '@inkling/mock-server/contract/constants'
import type { YesterdayResults } from '@inkling/mock-server/contract/schemas/results'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../session/api.ts'
import { QUERY } from '../../session/query-client.ts'

/** Yesterday's game; null if there was none or it cannot be fetched. */
export function useYesterday(): YesterdayResults | null {
  const { data, isError } = useQuery({
    queryKey: QUERY.yesterday,
    queryFn: ({ signal }) => api.getYesterdayResults({}, { signal }),
    staleTime: CACHE.resultsMs,
  })
  return isError ? null : (data ?? null)
}
