import { onlineManager, QueryClient } from '@tanstack/react-query'

/** Calls are not retried automatically, and a call without a connection fails at once. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

export const queryClient = makeQueryClient()

// TanStack Query assumes that every page is opened online, and would miss the first reconnect of one that was not.
onlineManager.setOnline(navigator.onLine)

/** The keys of the caches. */
export const QUERY = {
  today: ['today'],
  stats: (place: 'header' | 'home') => ['stats', place],
  yesterday: ['yesterday'],
  group: (id: string) => ['group', id],
  groupOfCode: (code: string) => ['group-of-code', code],
  game: (id: string) => ['game', id],
  publicGame: (id: string) => ['public-game', id],
  reactions: (gameId: string) => ['reactions', gameId],
  history: ['history'],
} as const
