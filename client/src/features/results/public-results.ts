import { CACHE } from '@inkling/mock-server/contract/constants'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../session/server/api.ts'
import { QUERY } from '../../session/server/query-client.ts'

/** A messenger may count punctuation after a link as a part of it. */
const withoutPunctuation = (gameId: string): string => gameId.replace(/[^\w-]+$/, '')

/** The results behind a shared link. */
export const publicResultsQuery = (gameId: string) =>
  queryOptions({
    queryKey: QUERY.publicGame(withoutPunctuation(gameId)),
    queryFn: ({ signal }) =>
      api.getPublicResults({ params: { gameId: withoutPunctuation(gameId) } }, { signal }),
    staleTime: CACHE.resultsMs,
    enabled: gameId !== '',
  })
