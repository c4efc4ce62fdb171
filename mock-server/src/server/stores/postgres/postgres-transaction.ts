import type { Game } from '../../../core/rules/game/game.ts'
import { gamesToJoin } from '../../../core/rules/game/matchmaking.ts'
import type { GameDay } from '../../../core/rules/time/day.ts'
import type { Instant } from '../../../core/rules/time/instant.ts'
import type { CollectionName, IndexOf } from '../../../engine/collections.ts'
import type { Countable, Searches, SearchName } from '../../../engine/transaction.ts'
import { keyOf } from '../shared/document-keys.ts'
import { RecordedTransaction, type Row } from '../shared/recorded-transaction.ts'
import { lockNames } from './advisory-locks.ts'
import { checksAndWrites, runInOrder } from './commit.ts'
import type { Database } from './connection/database.ts'
import { OpenTransaction } from './connection/open-transaction.ts'
import type { Deadline, Query } from './connection/statement.ts'
import { searches } from './searches.ts'
import * as selections from './selections.ts'
import { tables } from './tables.ts'

/**
 * One attempt of a transaction. Its reads are single statements on any connection, and record the versions that they
 * find; its commit checks these. A search for public games and `lock` hold a dedicated connection until the end.
 */
export class PostgresTransaction extends RecordedTransaction {
  readonly #database: Database
  #held: Promise<OpenTransaction> | null = null
  #deadline: Deadline
  /** Whether it may take longer than a player's call, because it counts, lists or writes very many documents. */
  isLong = false

  /** @param deadline until when it waits for the database. */
  constructor(database: Database, deadline: Deadline) {
    super()
    this.#database = database
    this.#deadline = deadline
  }

  readonly #query: Query = async (text, values) =>
    this.#held ? (await this.#held).query(text, values) : this.#database.query(text, values, this.#deadline)

  async #select({ text, values }: selections.Selection): Promise<Row[]> {
    return (await this.#query<Row>(text, values)).rows
  }

  #waitLong(): void {
    this.isLong = true
    this.#deadline = this.#database.longDeadline()
    this.#held?.then(
      (held) => held.waitLong(),
      () => {},
    )
  }

  /** The keys of the documents that its commit checks or writes. A large transaction has none. */
  get dependencies(): readonly string[] {
    const written = this.changes.map(({ collection, id }) => keyOf(collection, id))
    const keys = [...this.checked, ...written]
    return keys.length > MAX_DEPENDENCIES ? [] : keys
  }

  protected read<C extends CollectionName>(
    collection: C,
    index: 'id' | IndexOf<C>,
    keys: readonly string[],
  ): Promise<Row[]> {
    return this.#select(selections.withKeys(collection, index, keys.filter(canBeStored)))
  }

  protected async readFound<S extends SearchName>(
    name: S,
    parameters: Parameters<Searches[S]>,
  ): Promise<Row[]> {
    if (name === 'openPublicGames')
      return this.#lockPublicGame(...(parameters as Parameters<Searches['openPublicGames']>))
    // A list for the console and the daily clean-up may take longer than a player's call.
    if (name === 'gamesOfDay' || name === 'usersToCleanUp') this.#waitLong()
    const isPossible = parameters.every((each) => typeof each !== 'string' || canBeStored(each))
    return isPossible ? this.#select(searches[name](...parameters)) : []
  }

  async blobs(sha256s: readonly string[]): Promise<Map<string, Uint8Array>> {
    const own = [...this.newBlobs].filter(([sha256]) => sha256s.includes(sha256))
    const others = sha256s.filter((sha256) => !this.newBlobs.has(sha256))
    if (others.length === 0) return new Map(own)
    const { text, values } = selections.blobs(others)
    const { rows } = await this.#query<{ sha256: string; bytes: Uint8Array }>(text, values)
    return new Map([...own, ...rows.map(({ sha256, bytes }) => [sha256, new Uint8Array(bytes)] as const)])
  }

  /** Finds one public game at most: it is locked, so its free place is certain, and no further game needs a lock. */
  async #lockPublicGame(day: GameDay, now: Instant, avoided?: ReadonlySet<string>): Promise<Row[]> {
    await this.#hold()
    const rows = await this.#select(searches.openPublicGames(day, now))
    const games = new Map(rows.map(({ id, doc }) => [id, doc as Game]))
    let ids = gamesToJoin([...games.values()], now, avoided).map(({ id }) => id)
    while (ids.length > 0) {
      const [row] = await this.#select(selections.lockFirst(ids))
      if (!row) break
      // It may have changed before it was locked.
      if (gamesToJoin([row.doc as Game], now, avoided).length > 0) return [row]
      ids = ids.slice(ids.indexOf(row.id) + 1)
    }
    return []
  }

  async peekCount(what: Countable): Promise<number> {
    if (typeof what === 'object') {
      const { text, values } = selections.playersOf(what.playersOf)
      return (await this.#query<{ players: number }>(text, values)).rows[0]?.players ?? 0
    }
    this.#waitLong()
    // Its own transaction, because the other statements of this one keep their timeout.
    const transaction = await OpenTransaction.begin(this.#database, this.#deadline)
    try {
      // Counting tens of millions takes longer than a player's call may.
      await transaction.query('set local statement_timeout = 0')
      const { rows } = await transaction.query<{ documents: number }>(
        `select count(*)::int as documents from ${rowsOf(what)}`,
      )
      return rows[0]?.documents ?? 0
    } finally {
      await transaction.rollback()
    }
  }

  async lock(...names: string[]): Promise<void> {
    const held = await this.#hold()
    await lockNames(held.query, names)
  }

  /**
   * Commits the writes if everything that they depend on is unchanged. A transaction without writes checks nothing.
   * After an error, call {@link end}.
   * @throws {Changed} or another error that `problemOf` calls changed, such as one about a deadlock, if something has changed.
   * @throws {ConnectionLost} if the connection breaks before COMMIT is sent.
   * @throws {CommitInDoubt} if it breaks after that.
   */
  async commit(): Promise<void> {
    if (!this.isReadOnly) {
      const { isLarge, statements } = checksAndWrites(this)
      if (isLarge) this.#waitLong()
      const held = await this.#hold()
      await runInOrder(held.query, statements)
      await held.commit()
    }
    await this.end()
  }

  /** Rolls back and releases a connection that is still held. */
  async end(): Promise<void> {
    const held = await this.#held?.catch(() => null)
    this.#held = null
    await held?.rollback()
  }

  #hold(): Promise<OpenTransaction> {
    this.#held ??= OpenTransaction.begin(this.#database, this.#deadline)
    return this.#held
  }
}

/** A transaction with more is seldom repeated, and waiting for all of them would stop many others. */
const MAX_DEPENDENCIES = 50

/** PostgreSQL rejects text with this character. */
const canBeStored = (key: string): boolean => !key.includes('\0')

/** The rows to count. */
function rowsOf(what: Exclude<Countable, object>): string {
  if (what === 'openThings') return "reported_things where state = 'open'"
  if (what === 'openGames') return 'games where is_open'
  return tables[what].name
}
