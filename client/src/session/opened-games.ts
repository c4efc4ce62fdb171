import { KEY, local } from '../platform/storage.ts'

/*
 * What this device has shown of past games: which results were opened, and of which the story was watched to its end.
 */

/** As many games as anybody looks back at; the oldest are forgotten first. */
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
    // Someone edited the entry: the stories are told again.
    return []
  }
}
