import { onlineManager, QueryClient } from '@tanstack/react-query'

/** Nothing is retried behind the player's back, and a call that cannot leave says so at once. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

export const queryClient = makeQueryClient()

// It takes every page for one that was opened online, and would then see no reconnect in the first one after.
onlineManager.setOnline(navigator.onLine)

/** The caches, by name. */
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
