import { type Collections, idOf } from '../collections.ts'
import type { Store } from '../store.ts'
import type { WorldCollection } from './world.ts'

/** What players remove one by one, and a restored save brings back. */
const REMOVABLE = ['groups', 'pushTokens', 'blocks', 'devices'] as const
type Removable = (typeof REMOVABLE)[number]

const isRemovable = (collection: WorldCollection): collection is Removable =>
  (REMOVABLE as readonly string[]).includes(collection)

/** Counts what a restore brings back that was removed since the save, while its documents pass. */
export class BroughtBack {
  /** Nothing for another server's world. */
  readonly counts: Record<Removable, number> = { groups: 0, pushTokens: 0, blocks: 0, devices: 0 }
  readonly #store: Store
  readonly #seed: string

  /** @param seed of this server */
  constructor(store: Store, seed: string) {
    this.#store = store
    this.#seed = seed
  }

  /** @param seed of the server that has saved the world */
  async note<C extends WorldCollection>(
    seed: string,
    collection: C,
    documents: readonly Collections[C][],
  ): Promise<void> {
    if (seed !== this.#seed || !isRemovable(collection)) return
    const ids = documents.map((document) => idOf(collection, document))
    const present = await this.#store.transaction((tx) => tx.peek(collection, 'id', ids))
    this.counts[collection] += ids.length - present.length
  }
}
