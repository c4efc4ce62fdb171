import { KEY, keepIds, keptIds } from '../../platform/storage.ts'

/* The games whose results were opened on this device. */

const MAX_GAMES = 200

export const wasOpened = (gameId: string): boolean => keptIds(KEY.openedGames).includes(gameId)

export function rememberOpened(gameId: string): void {
  const others = keptIds(KEY.openedGames).filter((id) => id !== gameId)
  keepIds(KEY.openedGames, [...others, gameId], MAX_GAMES)
}
