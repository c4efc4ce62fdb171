import type { CollectionName, Collections } from '../../engine/store.ts'
import type { GameSummary } from '../../rules/history.ts'
import { idOf } from './document-keys.ts'
import { type Change, Documents } from './documents.ts'

/** The documents that a transaction has put and removed. Its own reads see them. */
export class OwnWrites {
  readonly #changes = new Map<string, Change>()
  /** The put documents with their indexes, built for the first search. */
  #indexed: Documents | null = null
  #isCleared = false

  /** Whether all committed documents are removed first. */
  get isCleared(): boolean {
    return this.#isCleared
  }

  get changes(): readonly Change[] {
    return [...this.#changes.values()]
  }

  add(change: Change): void {
    this.#changes.set(keyOf(change.collection, change.id), change)
    this.#indexed?.apply([change])
  }

  clear(): void {
    this.#isCleared = true
    this.#changes.clear()
    this.#indexed = null
  }

  /** Undefined if this transaction has not written the document. */
  get(collection: CollectionName, id: string): Change | undefined {
    return this.#changes.get(keyOf(collection, id))
  }

  /** The put documents; null if nothing was written. */
  get documents(): Documents | null {
    if (this.#changes.size === 0) return null
    if (!this.#indexed) {
      this.#indexed = new Documents()
      this.#indexed.apply(this.#changes.values())
    }
    return this.#indexed
  }

  /**
   * Merges stored documents with those that this transaction has put, in the order of ids.
   * @param stored in the order of ids, unless the order of the result does not matter
   * @param own the ids of the put documents to add
   */
  merge<C extends CollectionName>(
    collection: C,
    stored: readonly Collections[C][],
    own: readonly string[] = [],
  ): Collections[C][] {
    const untouched = this.#isCleared
      ? []
      : stored.filter((document) => !this.get(collection, idOf(collection, document)))
    if (own.length === 0) return untouched
    const put = own.flatMap((id) => this.documents?.get(collection, id) ?? [])
    return [...untouched, ...put].sort((a, b) => (idOf(collection, a) < idOf(collection, b) ? -1 : 1))
  }

  /** Does the same for a player's games. */
  mergeGamesOf(userId: string, stored: readonly GameSummary[]): GameSummary[] {
    const untouched = this.#isCleared ? [] : stored.filter(({ id }) => !this.get('games', id))
    return [...untouched, ...(this.documents?.gamesOf(userId) ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1))
  }
}

export const keyOf = (collection: CollectionName, id: string): string => `${collection} ${id}`
