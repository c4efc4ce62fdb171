import { KEY, local } from '../platform/storage.ts'

/* What this device has shown of past games: whose results were opened, and whose story was watched to its end. */

/** Enough for any player who looks back; the oldest are removed first. */
const MAX_GAMES = 200

/** Whether the results of this game were opened on this device. */
export const wasOpened = (gameId: string): boolean => read(KEY.storiesTold).includes(gameId)
export const rememberOpened = (gameId: string): void => add(KEY.storiesTold, gameId)

/** Whether the ending of this game is known on this device: its story was watched to the end. */
export const isEndingKnown = (gameId: string): boolean => read(KEY.endingsKnown).includes(gameId)
export const rememberEnding = (gameId: string): void => add(KEY.endingsKnown, gameId)

function add(key: string, gameId: string): void {
  const others = read(key).filter((id) => id !== gameId)
  local.set(key, JSON.stringify([...others, gameId].slice(-MAX_GAMES)))
}

function read(key: string): string[] {
  try {
    const list: unknown = JSON.parse(local.get(key) ?? '[]')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  } catch {
    // The stored value was edited: the stories start automatically again.
    return []
  }
}
