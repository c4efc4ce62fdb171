import type { Change, Documents } from '../shared/documents.ts'

/** Changes in memory that are not on disk yet. They can be rolled back, all together. */
export class InFlight {
  readonly #documents: Documents
  /** The changes that undo each transaction, oldest first. */
  #undo: Change[][] = []
  #rollbacks = 0

  constructor(documents: Documents) {
    this.#documents = documents
  }

  get isEmpty(): boolean {
    return this.#undo.length === 0
  }

  apply(changes: readonly Change[]): void {
    this.#undo.push(
      changes.map(({ collection, id }) => ({
        collection,
        id,
        document: this.#documents.get(collection, id) ?? null,
      })),
    )
    this.#documents.apply(changes)
  }

  /** Called when the oldest transaction is on disk. */
  confirmOldest(): void {
    this.#undo.shift()
  }

  /** How often changes that others may have read were rolled back. */
  get rollbacks(): number {
    return this.#rollbacks
  }

  /** Undoes all changes. */
  rollBack(): void {
    this.#rollbacks++
    for (const changes of this.#undo.reverse()) this.#documents.apply(changes)
    this.#undo = []
  }
}
