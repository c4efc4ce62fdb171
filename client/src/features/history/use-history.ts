import { CACHE, HISTORY } from '@inkling/mock-server/contract/constants'
import type { History } from '@inkling/mock-server/contract/schemas/user'
import { useInfiniteQuery } from '@tanstack/react-query'
import { KEY, tab } from '../../platform/storage.ts'
import { api } from '../../session/api.ts'
import { QUERY } from '../../session/query-client.ts'

/** The player's games page by page, newest first. The first page is kept in the tab's storage for five minutes. */
export function useHistory() {
  return useInfiniteQuery({
    queryKey: QUERY.history,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const cached = pageParam === null ? readCache() : null
      if (cached) return cached
      const page = await api.getHistory(
        { query: { ...(pageParam !== null && { before: pageParam }) } },
        { signal },
      )
      if (pageParam === null) tab.set(KEY.historyCache, JSON.stringify({ at: Date.now(), page }))
      return page
    },
    getNextPageParam: ({ nextBefore }) => nextBefore,
    staleTime: CACHE.resultsMs,
  })
}

/** The button appears when ten or more games are there, and more are to come (spec section 9). */
export const canLoadMore = (count: number, hasNextPage: boolean): boolean =>
  count >= HISTORY.loadMoreFrom && hasNextPage

function readCache(): History | null {
  const text = tab.get(KEY.historyCache)
  if (text === null) return null
  const { at, page } = JSON.parse(text) as { at: number; page: History }
  return Date.now() - at < CACHE.resultsMs ? page : null
}
