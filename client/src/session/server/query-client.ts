import { MutationCache, onlineManager, QueryClient } from '@tanstack/react-query'

/** Calls are not retried automatically, and fail immediately without a connection. */
export const queryClient = new QueryClient({
  // Screens say it in a sentence; the reason is for developers. A mutation may name itself in `meta.failure`.
  mutationCache: new MutationCache({
    onError: (error, _, __, { meta }) => console.info(`${meta?.failure ?? 'A change failed'}:`, error),
  }),
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// TanStack Query assumes that a page is opened online, so it would miss the first reconnect of one opened offline.
onlineManager.setOnline(navigator.onLine)

/** The query keys. In one place, because modules that must not import each other invalidate each other's data. */
export const QUERY = {
  notifications: ['notifications'],
  today: ['today'],
  heldTurn: (type: string) => ['held-turn', type],
  ready: ['ready'],
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
  movePreview: (code: string | null) => ['move-preview', code],
  keptOut: (groupId: string) => ['kept-out', groupId],
} as const
