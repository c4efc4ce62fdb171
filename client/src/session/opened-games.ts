import { KEY, local } from '../platform/storage.ts'

/** As many games as anybody looks back at; the oldest are forgotten first. */
const MAX_GAMES = 200

/** Whether the results of this game were opened on this device. */
export const wasOpened = (gameId: string): boolean => read(KEY.storiesTold).includes(gameId)
export const rememberOpened = (gameId: string): void => add(KEY.storiesTold, gameId)

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
