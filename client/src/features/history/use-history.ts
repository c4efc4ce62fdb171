import { CACHE } from '@inkling/mock-server/contract/constants'
import { type History, history as historySchema } from '@inkling/mock-server/contract/schemas/user'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { KEY, tab } from '../../platform/storage.ts'
import { api } from '../../session/server/api.ts'
import { QUERY } from '../../session/server/query-client.ts'
import { useUser } from '../../session/session-store.ts'

type Pages = InfiniteData<History, string | null>

const cached = z.object({
  userId: z.string(),
  at: z.number(),
  pages: z.array(historySchema),
  pageParams: z.array(z.nullable(z.string())),
})

/** The player's history in pages, cached in session storage for 5 minutes. */
export function useHistory() {
  const userId = useUser()?.id ?? ''
  const remembered = readCached(userId)
  const query = useInfiniteQuery({
    queryKey: [...QUERY.history, userId],
    queryFn: ({ pageParam, signal }) =>
      api.getHistory({ query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextBefore,
    staleTime: CACHE.resultsMs,
    ...(remembered && {
      initialData: { pages: remembered.pages, pageParams: remembered.pageParams } satisfies Pages,
      initialDataUpdatedAt: remembered.at,
    }),
  })
  const { data, dataUpdatedAt } = query
  useEffect(() => {
    if (data) tab.set(KEY.historyCache, JSON.stringify({ userId, at: dataUpdatedAt, ...data }))
  }, [data, dataUpdatedAt, userId])
  return query
}

function readCached(userId: string) {
  const text = tab.get(KEY.historyCache)
  if (text === null) return null
  try {
    const parsed = cached.safeParse(JSON.parse(text))
    const isFresh =
      parsed.success && parsed.data.userId === userId && Date.now() - parsed.data.at < CACHE.resultsMs
    return isFresh ? parsed.data : null
  } catch {
    // The cached entry is corrupt, so the history is fetched again.
    return null
  }
}
