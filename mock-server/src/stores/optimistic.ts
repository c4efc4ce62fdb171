import type { CollectionName, Collections, IndexOf, Transaction } from '../engine/store.ts'
import type { GameDay } from '../rules/day.ts'
import type { Game } from '../rules/game.ts'
import { type GameSummary, summaryOf } from '../rules/history.ts'
import { type Change, type Documents, idOf, indexKeys } from './documents.ts'

/** What transactions read. A store that does not hold everything in memory brings it in when it is asked for. */
export interface Source {
  /** What is in memory. */
  readonly documents: Documents
  blob(sha256: string): Promise<Uint8Array | undefined>
  /** Brings the game into memory, when there is one, until {@link release}. */
  bringGame(id: string): Promise<void>
  /** Brings all games of a day. */
  bringDay(day: GameDay): Promise<void>
  bringAllGames(): Promise<void>
  /** Resolves when {@link gamesOf} knows all games. */
  knowGames(): Promise<void>
  gamesOf(userId: string): GameSummary[]
  /** Only once {@link knowGames} has resolved. */
  countGames(): number
  /** The transaction is over. */
  release(): void
}

/** The source of a store that always has all documents in memory, but for its blobs. */
export const allInMemory = (documents: Documents): Omit<Source, 'blob'> => ({
  documents,
  bringGame: async () => {},
  bringDay: async () => {},
  bringAllGames: async () => {},
  knowGames: async () => {},
  gamesOf: (userId) => documents.gamesOf(userId),
  countGames: () => documents.count('games'),
  release: () => {},
})

/** A transaction that notes what it has read, so that a commit can tell whether that still holds. */
export class OptimisticTransaction implements Transaction {
  readonly #source: Source
  readonly #documents: Documents
  readonly #changes = new Map<string, Change>()
  readonly #stillHolds: (() => boolean)[] = []
  readonly blobs = new Map<string, Uint8Array>()

  constructor(source: Source) {
    this.#source = source
    this.#documents = source.documents
  }

  /** Whether nobody has changed what this transaction has seen. */
  get isCurrent(): boolean {
    return this.#stillHolds.every((holds) => holds())
  }

  get changes(): readonly Change[] {
    return [...this.#changes.values()]
  }

  async get<C extends CollectionName>(collection: C, id: string): Promise<Collections[C] | undefined> {
    const changed = this.#changes.get(keyOf(collection, id))
    if (changed) return (changed.document ?? undefined) as Collections[C] | undefined
    if (collection === 'games') await this.#source.bringGame(id)
    const document = this.#documents.get(collection, id)
    this.#stillHolds.push(() => this.#documents.get(collection, id) === document)
    return document as Collections[C] | undefined
  }

  async find<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    key: string,
  ): Promise<Collections[C][]> {
    const day = collection === 'games' ? dayIn(index, key) : null
    if (day !== null) await this.#source.bringDay(day)
    const stored = this.#documents.find(collection, index, key)
    const before = stored.join()
    this.#stillHolds.push(() => this.#documents.find(collection, index, key).join() === before)
    return this.#withChanges(collection, stored, (document) =>
      indexKeys(collection, index, document).includes(key),
    )
  }

  async all<C extends CollectionName>(collection: C): Promise<Collections[C][]> {
    if (collection === 'games') await this.#source.bringAllGames()
    const stored = this.#documents.ids(collection)
    const before = stored.join()
    this.#stillHolds.push(() => this.#documents.ids(collection).join() === before)
    return this.#withChanges(collection, stored, () => true)
  }

  async count(collection: CollectionName): Promise<number> {
    if (collection !== 'games') return this.#documents.count(collection)
    await this.#source.knowGames()
    return this.#source.countGames()
  }

  async gamesOf(userId: string): Promise<GameSummary[]> {
    await this.#source.knowGames()
    const look = () => this.#source.gamesOf(userId)
    const stored = look()
    const before = JSON.stringify(stored)
    this.#stillHolds.push(() => JSON.stringify(look()) === before)
    const changed = this.changes.filter(({ collection }) => collection === 'games')
    const untouched = stored.filter(({ id }) => !this.#changes.has(keyOf('games', id)))
    const own = changed.flatMap(({ document }) => (document ? [summaryOf(document as Game)] : []))
    return [...untouched, ...own.filter(({ userIds }) => userIds.includes(userId))].sort(byId)
  }

  /** Brings all that a commit would change into memory. */
  async bringChanged(): Promise<void> {
    for (const { collection, id, document } of this.changes) {
      if (collection !== 'games') continue
      if (document) await this.#source.bringDay((document as Game).day)
      else await this.#source.bringGame(id)
    }
  }

  /** The transaction is over, kept or not. */
  release(): void {
    this.#source.release()
  }

  put<C extends CollectionName>(collection: C, document: Collections[C]): void {
    const id = idOf(collection, document)
    this.#changes.set(keyOf(collection, id), { collection, id, document })
  }

  remove(collection: CollectionName, id: string): void {
    this.#changes.set(keyOf(collection, id), { collection, id, document: null })
  }

  async blob(sha256: string): Promise<Uint8Array | undefined> {
    return this.blobs.get(sha256) ?? this.#source.blob(sha256)
  }

  putBlob(sha256: string, bytes: Uint8Array): void {
    this.blobs.set(sha256, bytes)
  }

  /** Stored documents as this transaction has them, and those it has added. */
  async #withChanges<C extends CollectionName>(
    collection: C,
    stored: string[],
    wanted: (document: Collections[C]) => boolean,
  ): Promise<Collections[C][]> {
    const changed = this.changes.filter((change) => change.collection === collection).map(({ id }) => id)
    const documents: Collections[C][] = []
    for (const id of [...new Set([...stored, ...changed])].sort()) {
      const document = await this.get(collection, id)
      if (document && wanted(document)) documents.push(document)
    }
    return documents
  }
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)

/** The day that an index key of games is about; null for those about open games, which are always in memory. */
function dayIn(index: string, key: string): GameDay | null {
  if (index === 'open') return null
  return key.slice(key.lastIndexOf(' ') + 1)
}

const keyOf = (collection: CollectionName, id: string): string => `${collection} ${id}`

/** More tries than honest contention ever needs. */
const MOST_TRIES = 100

/**
 * Runs `work` until a commit finds all it has read unchanged. `commit` says whether it took the transaction; it must
 * check `isCurrent` and apply the changes without anything in between.
 */
export async function runOptimistically<T>(
  begin: () => OptimisticTransaction,
  work: (transaction: Transaction) => Promise<T>,
  commit: (transaction: OptimisticTransaction) => Promise<boolean>,
): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const transaction = begin()
    try {
      const result = await work(transaction)
      if (await commit(transaction)) return result
    } finally {
      transaction.release()
    }
  }
  throw new Error(`A transaction found its data changed ${MOST_TRIES} times`)
}
