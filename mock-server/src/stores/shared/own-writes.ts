import type { CollectionName, Collections } from '../../engine/collections.ts'
import type { GameSummary } from '../../rules/game/history.ts'
import { idOf } from './document-keys.ts'
import { type Change, Documents } from './documents.ts'

/** The documents that a transaction has written and removed. Its own reads see them. */
export class OwnWrites {
  readonly #changes = new Map<string, Change>()
  /** The written documents with their indexes, built for the first search. */
  #indexed: Documents | null = null
  #isCleared = false

  /** Whether all committed documents are removed first. */
  get isCleared(): boolean {
    return this.#isCleared
  }

  get changes(): readonly Change[] {
    return [...this.#changes.values()]
  }

  /** @param isStored whether the transaction has read a stored document with this id */
  insert<C extends CollectionName>(collection: C, document: Collections[C], isStored: boolean): void {
    const id = idOf(collection, document)
    const own = this.get(collection, id)
    if (own ? own.document : isStored && !this.#isCleared)
      throw new Error(`${collection} ${id} is inserted, but it exists: replace it`)
    this.#add({ collection, id, document })
  }

  /** @param isStored whether the transaction has read a stored document with this id */
  replace<C extends CollectionName>(
    collection: C,
    before: Collections[C],
    after: Collections[C],
    isStored: boolean,
  ): void {
    const id = idOf(collection, after)
    const own = this.get(collection, id)
    const exists = own ? own.document : isStored && !this.#isCleared
    if (!exists || id !== idOf(collection, before))
      throw new Error(`${collection} ${id} is replaced without having been read: read it, or insert it`)
    this.#add({ collection, id, document: after })
  }

  remove(collection: CollectionName, id: string): void {
    this.#add({ collection, id, document: null })
  }

  #add(change: Change): void {
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

  /** The written documents; null if nothing was written. */
  get documents(): Documents | null {
    if (this.#changes.size === 0) return null
    if (!this.#indexed) {
      this.#indexed = new Documents()
      this.#indexed.apply(this.#changes.values())
    }
    return this.#indexed
  }

  /**
   * Merges stored documents with those that this transaction has written, in the order of ids.
   * @param stored in the order of ids, unless the order of the result does not matter
   * @param own the ids of the written documents to add
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
