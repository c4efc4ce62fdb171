import { onlineManager, QueryClient } from '@tanstack/react-query'

/** Calls are not retried automatically, and fail immediately without a connection. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

export const queryClient = makeQueryClient()

// TanStack Query assumes that a page is opened online, so it would miss the first reconnect of one opened offline.
onlineManager.setOnline(navigator.onLine)

/** The query keys. */
export const QUERY = {
  notifications: ['notifications'],
  today: ['today'],
  stats: (place: 'header' | 'home') => ['stats', place],
  yesterday: ['yesterday'],
  group: (id: string) => ['group', id],
  groupOfCode: (code: string) => ['group-of-code', code],
  game: (id: string) => ['game', id],
  publicGame: (id: string) => ['public-game', id],
  reactions: (gameId: string) => ['reactions', gameId],
  history: ['history'],
  extensions: ['extensions'],
  announcements: ['announcements'],
  blocks: ['blocks'],
  devices: ['devices'],
  keptOut: (groupId: string) => ['kept-out', groupId],
} as const
