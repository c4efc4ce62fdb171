import { KEY, local } from '../../platform/storage.ts'

/* The games whose results were opened on this device. */

/** The oldest games are removed first. */
const MAX_GAMES = 200

export const wasOpened = (gameId: string): boolean => read().includes(gameId)

export function rememberOpened(gameId: string): void {
  const others = read().filter((id) => id !== gameId)
  local.set(KEY.openedGames, JSON.stringify([...others, gameId].slice(-MAX_GAMES)))
}

function read(): string[] {
  try {
    const list: unknown = JSON.parse(local.get(KEY.openedGames) ?? '[]')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  } catch {
    // The stored value is corrupt, so no game counts as opened.
    return []
  }
}
