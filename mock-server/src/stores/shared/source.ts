import type { GameDay } from '../../rules/day.ts'
import type { GameSummary } from '../../rules/history.ts'
import type { Documents } from './documents.ts'
import type { Locks } from './locks.ts'

/** The data that transactions read. A store that does not have everything in memory loads it on demand. */
export interface Source {
  /** The documents in memory. Open games are always in memory. */
  readonly documents: Documents
  readonly locks: Locks
  blob(sha256: string): Promise<Uint8Array | undefined>
  /** Loads the game if it exists, and keeps it in memory until {@link release}. */
  loadGame(id: string): Promise<void>
  /** Does the same for all games of a day. */
  loadDay(day: GameDay): Promise<void>
  loadAllGames(): Promise<void>
  /** Does the same before all games are removed, and therefore also if some of them are damaged. */
  loadAllGamesToRemove(): Promise<void>
  gamesOf(userId: string): Promise<GameSummary[]>
  countGames(): number
  /** Called when the transaction ends. */
  release(): void
}

/** The source, without blobs, of a store that has all documents in memory. */
export const allInMemory = (documents: Documents, locks: Locks): Omit<Source, 'blob'> => ({
  documents,
  locks,
  loadGame: async () => {},
  loadDay: async () => {},
  loadAllGames: async () => {},
  loadAllGamesToRemove: async () => {},
  gamesOf: async (userId) => documents.gamesOf(userId),
  countGames: () => documents.count('games'),
  release: () => {},
})
