import type { Game } from '../rules/game.ts'
import { type GameEvent, gameEvents } from '../rules/game-events.ts'
import type { GameSummary } from '../rules/history.ts'
import type { CollectionName, Collections, IndexOf, Transaction } from './store.ts'

/** Passes everything on and remembers how games change, so that no way of changing one can forget to tell. */
export class RecordingTransaction implements Transaction {
  readonly #inner: Transaction
  readonly #before = new Map<string, Game | undefined>()
  readonly #after = new Map<string, Game>()

  constructor(inner: Transaction) {
    this.#inner = inner
  }

  /** What has happened to the games of this transaction. */
  get gameEvents(): GameEvent[] {
    return [...this.#after].flatMap(([id, game]) => gameEvents(this.#before.get(id), game))
  }

  /** Games of this transaction whose turn has become free. */
  get freedGames(): Game[] {
    return [...this.#after.values()].filter(({ id, turn }) => turn === null && this.#before.get(id)?.turn)
  }

  async get<C extends CollectionName>(collection: C, id: string): Promise<Collections[C] | undefined> {
    const document = await this.#inner.get(collection, id)
    this.#see(collection, [document])
    return document
  }

  async find<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    key: string,
  ): Promise<Collections[C][]> {
    const documents = await this.#inner.find(collection, index, key)
    this.#see(collection, documents)
    return documents
  }

  async all<C extends CollectionName>(collection: C): Promise<Collections[C][]> {
    const documents = await this.#inner.all(collection)
    this.#see(collection, documents)
    return documents
  }

  count(collection: CollectionName): Promise<number> {
    return this.#inner.count(collection)
  }

  gamesOf(userId: string): Promise<GameSummary[]> {
    return this.#inner.gamesOf(userId)
  }

  put<C extends CollectionName>(collection: C, document: Collections[C]): void {
    this.#inner.put(collection, document)
    if (collection === 'games') this.#after.set((document as Game).id, document as Game)
  }

  remove(collection: CollectionName, id: string): void {
    this.#inner.remove(collection, id)
    if (collection === 'games') this.#after.delete(id)
  }

  blob(sha256: string): Promise<Uint8Array | undefined> {
    return this.#inner.blob(sha256)
  }

  putBlob(sha256: string, bytes: Uint8Array): void {
    this.#inner.putBlob(sha256, bytes)
  }

  #see<C extends CollectionName>(collection: C, documents: (Collections[C] | undefined)[]): void {
    if (collection !== 'games') return
    for (const game of documents as (Game | undefined)[]) {
      if (game && !this.#before.has(game.id) && !this.#after.has(game.id)) this.#before.set(game.id, game)
    }
  }
}
