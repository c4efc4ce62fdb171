import type { Change, Documents } from '../shared/documents.ts'

/** Changes that stand in memory and are not on the disk yet: they can be taken back, all of them. */
export class InFlight {
  readonly #documents: Documents
  /** What undoes each transaction, oldest first. */
  #undo: Change[][] = []
  #losses = 0

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

  /** The oldest transaction is on the disk. */
  confirmOldest(): void {
    this.#undo.shift()
  }

  /** How often changes that others may have read were taken back. */
  get losses(): number {
    return this.#losses
  }

  /** Takes back everything, as if it had never been. */
  rollBack(): void {
    this.#losses++
    for (const changes of this.#undo.reverse()) this.#documents.apply(changes)
    this.#undo = []
  }
}
