import { KEY, local } from '../platform/storage.ts'

/* The games whose results were opened, or whose story was watched to its end, on this device. */

/** The oldest games are removed first. */
const MAX_GAMES = 200

/** Whether the results of a game were opened on this device. */
export const wasOpened = (gameId: string): boolean => read(KEY.openedGames).includes(gameId)
export const rememberOpened = (gameId: string): void => add(KEY.openedGames, gameId)

/** Whether the story of a game was watched to its end on this device. */
export const isStoryWatched = (gameId: string): boolean => read(KEY.watchedStories).includes(gameId)
export const rememberStoryWatched = (gameId: string): void => add(KEY.watchedStories, gameId)

function add(key: string, gameId: string): void {
  const others = read(key).filter((id) => id !== gameId)
  local.set(key, JSON.stringify([...others, gameId].slice(-MAX_GAMES)))
}

function read(key: string): string[] {
  try {
    const list: unknown = JSON.parse(local.get(key) ?? '[]')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  } catch {
    // The stored value is corrupt, so no game counts as opened.
    return []
  }
}
