import { CACHE } from '@inkling/mock-server/contract/constants'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../session/server/api.ts'
import { QUERY } from '../../session/server/query-client.ts'

/** The results behind a shared link. */
export const publicResultsQuery = (gameId: string) =>
  queryOptions({
    queryKey: QUERY.publicGame(gameId),
    queryFn: ({ signal }) => api.getPublicResults({ params: { gameId } }, { signal }),
    staleTime: CACHE.resultsMs,
    enabled: gameId !== '',
  })
