import { KEY, local } from '../../platform/storage.ts'

/** Remembers on this device that the player passed their turn in a game; the server only tells that it was skipped. */
export const rememberPassed = (gameId: string): void => void local.set(KEY.passedGame, gameId)

export const wasPassed = (gameId: string | null): boolean =>
  gameId !== null && local.get(KEY.passedGame) === gameId
