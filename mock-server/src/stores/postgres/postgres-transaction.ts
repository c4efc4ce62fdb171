import { randomUUID } from 'node:crypto'
import type {
  CollectionName,
  Collections,
  Everything,
  GamePosition,
  IndexOf,
  Transaction,
} from '../../engine/store.ts'
import type { UnannouncedGame } from '../../engine/world.ts'
import type { GameDay } from '../../rules/day.ts'
import type { DueMessage } from '../../rules/due-message.ts'
import type { Game } from '../../rules/game.ts'
import type { Group } from '../../rules/group.ts'
import type { GameSummary } from '../../rules/history.ts'
import type { Instant } from '../../rules/instant.ts'
import { gamesToJoin } from '../../rules/matchmaking.ts'
import type { Decision, QueueQuery, ReportedThing } from '../../rules/safety.ts'
import type { User } from '../../rules/user.ts'
import { idOf } from '../shared/document-keys.ts'
import { keyOf, OwnWrites } from '../shared/own-writes.ts'
import { commitSteps, isLarge } from './commit.ts'
import type { Database } from './database.ts'
import * as moderation from './moderation-selections.ts'
import type { OpenTransaction } from './open-transaction.ts'
import { unmarked } from './player-tables.ts'
import type { Deadline, Query } from './query.ts'
import { readEverything } from './read-everything.ts'
import { type Row, SeenDocuments, type SeenList } from './seen-documents.ts'
import * as selections from './selections.ts'
import { runSteps } from './statements.ts'
import { tables } from './tables.ts'

/**
 * One attempt of a transaction. Its reads are single statements on any connection, and record the versions that they
 * find; its commit checks these. `openPublicGames`, `lock` and `everything` hold a dedicated connection until the end.
 */
export class PostgresTransaction implements Transaction {
  readonly #database: Database
  #held: Promise<OpenTransaction> | null = null
  readonly seen = new SeenDocuments()
  /** The keys of documents that must be unchanged at the commit, even if they are not written. */
  readonly checked = new Set<string>()
  readonly lists: SeenList[] = []
  readonly own = new OwnWrites()
  readonly newBlobs = new Map<string, Uint8Array>()
  readonly #active: { readonly userId: string; readonly day: GameDay }[] = []

  #deadline: Deadline
  /** Whether it may take longer than a player's call, because it reads or replaces whole collections. */
  isLong = false

  /** @param deadline until when it waits for the database. */
  constructor(database: Database, deadline: Deadline) {
    this.#database = database
    this.#deadline = deadline
  }

  readonly #query: Query = async (text, values) =>
    this.#held ? (await this.#held).query(text, values) : this.#database.query(text, values, this.#deadline)

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
    const written = this.own.changes.map(({ collection, id }) => keyOf(collection, id))
    const keys = [...this.checked, ...written]
    return keys.length > MAX_DEPENDENCIES ? [] : keys
  }

  async get<C extends CollectionName>(collection: C, id: string): Promise<Collections[C] | undefined> {
    const [document] = await this.getMany(collection, [id])
    if (this.seen.has(collection, id)) this.checked.add(keyOf(collection, id))
    return document
  }

  async getMany<C extends CollectionName>(collection: C, ids: readonly string[]): Promise<Collections[C][]> {
    if (!this.own.isCleared) await this.see(collection, ids)
    return ids.flatMap((id) => {
      const own = this.own.get(collection, id)
      const document = own ? own.document : this.own.isCleared ? null : this.seen.document(collection, id)
      return document ? [document as Collections[C]] : []
    })
  }

  /** Reads the documents that this transaction has neither read nor written. */
  async see(collection: CollectionName, ids: readonly string[]): Promise<void> {
    const unknown = ids.filter((id) => !this.seen.has(collection, id) && !this.own.get(collection, id))
    if (unknown.length > 0) await this.#read(collection, unknown)
  }

  /** Reads the documents that this transaction has not read, even if it has written them. */
  async seeBeforeWrite(collection: CollectionName, ids: readonly string[]): Promise<void> {
    const unknown = ids.filter((id) => !this.seen.has(collection, id))
    if (unknown.length > 0) await this.#read(collection, unknown)
  }

  async #read(collection: CollectionName, ids: readonly string[]): Promise<void> {
    await this.#select(collection, selections.byIds(collection, ids.filter(canBeStored)))
    for (const id of ids) this.seen.addMissing(collection, id)
  }

  async find<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    key: string,
  ): Promise<Collections[C][]> {
    const stored = await this.#under(collection, index, [key])
    const ids = stored.map((document) => idOf(collection, document))
    this.lists.push({ collection, index, key, ids })
    for (const id of ids) this.checked.add(keyOf(collection, id))
    return this.own.merge(collection, stored, this.own.documents?.find(collection, index, key))
  }

  async findMany<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    keys: readonly string[],
  ): Promise<Collections[C][]> {
    const stored = new Set(await this.#under(collection, index, keys))
    const own = new Set(keys.flatMap((key) => this.own.documents?.find(collection, index, key) ?? []))
    return this.own.merge(collection, [...stored], [...own])
  }

  async #under<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    keys: readonly string[],
  ): Promise<Collections[C][]> {
    return this.#select(collection, selections.under(collection, index, keys.filter(canBeStored)))
  }

  /** Returns one game at most: it is locked, so its free place is certain, and no further game needs a lock. */
  async openPublicGames(day: GameDay, now: Instant, avoided?: ReadonlySet<string>): Promise<Game[]> {
    await this.#hold()
    const { text, values } = selections.publicGames(day, now)
    const { rows } = await this.#query<{ doc: Game }>(text, values)
    const games = new Map(rows.map(({ doc }) => [doc.id, doc]))
    let ids = gamesToJoin([...games.values()], now, avoided).map(({ id }) => id)
    while (ids.length > 0) {
      const [game] = await this.#select('games', selections.lockFirst(ids))
      if (!game) break
      // It may have changed before it was locked.
      if (gamesToJoin([game], now, avoided).length > 0) return [game]
      ids = ids.slice(ids.indexOf(game.id) + 1)
    }
    return []
  }

  groupsAfter(afterId: string, limit: number): Promise<Group[]> {
    return this.#select('groups', selections.pageAfter('groups', afterId, limit))
  }

  gamesToClose(
    day: GameDay,
    now: Instant,
    limit: number,
    after: GamePosition | null = null,
  ): Promise<Game[]> {
    return this.#select('games', selections.gamesToClose(day, now, limit, after))
  }

  unannouncedGames(now: Instant, limit: number): Promise<UnannouncedGame[]> {
    return this.#select('outbox', selections.unannouncedGames(now, limit))
  }

  dueMessages(now: Instant, limit: number): Promise<DueMessage[]> {
    return this.#select('messages', selections.dueMessages(now, limit))
  }

  reportQueue(query: QueueQuery): Promise<ReportedThing[]> {
    return this.#select('reportedThings', moderation.reportQueue(query))
  }

  async openReports(): Promise<{ count: number; oldest: Instant | null }> {
    const { rows } = await this.#query<{ count: number; oldest: Date | null }>(moderation.openReports)
    return { count: rows[0]?.count ?? 0, oldest: rows[0]?.oldest?.toISOString() ?? null }
  }

  latestDecisions(before: string | undefined, limit: number): Promise<Decision[]> {
    return this.#select('decisions', moderation.latestDecisions(before, limit))
  }

  async usersLike(text: string, limit: number): Promise<User[]> {
    return canBeStored(text) ? this.#select('users', moderation.usersLike(text, limit)) : []
  }

  async matching<C extends 'users' | 'groups'>(
    collection: C,
    text: string,
    afterId: string,
    limit: number,
  ): Promise<Collections[C][]> {
    if (!canBeStored(text)) return []
    return this.#select(collection, selections.matching(collection, text, afterId, limit))
  }

  async countPlayers(day: GameDay): Promise<number> {
    const { rows } = await this.#query<{ players: number }>(
      'select coalesce(sum(players), 0)::int as players from day_counts where day = $1::text::date',
      [day],
    )
    return rows[0]?.players ?? 0
  }

  async gamesOf(userId: string): Promise<GameSummary[]> {
    const { text, values } = selections.gamesOfPlayer(userId)
    const { rows } = await this.#query<{ game: GameSummary }>(text, values)
    return this.own.mergeGamesOf(
      userId,
      rows.map(({ game }) => game),
    )
  }

  async gamesOfDay(day: GameDay): Promise<Game[]> {
    this.#waitLong()
    const stored = await this.#select('games', selections.gamesOfDay(day))
    return this.own.merge('games', stored, this.own.documents?.idsOfDay(day))
  }

  async all<C extends CollectionName>(collection: C): Promise<Collections[C][]> {
    this.#waitLong()
    const stored = await this.#select(collection, selections.everything(collection))
    return this.own.merge(collection, stored, this.own.documents?.ids(collection))
  }

  async everything(): Promise<Everything> {
    if (this.#held) throw new Error('A transaction that has locked something cannot read everything')
    this.#waitLong()
    this.#held = this.#database.begin(this.#deadline, 'snapshot')
    return readEverything(this.#query)
  }

  async count(collection: CollectionName): Promise<number> {
    this.#waitLong()
    // Its own transaction, because the other statements of this one keep their timeout.
    const transaction = await this.#database.begin(this.#deadline)
    try {
      // Counting tens of millions takes longer than a player's call may.
      await transaction.query('set local statement_timeout = 0')
      const { rows } = await transaction.query<{ documents: number }>(
        `select count(*)::int as documents from ${tables[collection].name}`,
      )
      return rows[0]?.documents ?? 0
    } finally {
      await transaction.rollback()
    }
  }

  insert<C extends CollectionName>(collection: C, document: Collections[C]): void {
    const id = idOf(collection, document)
    this.seen.addMissing(collection, id)
    this.own.insert(collection, document, this.seen.document(collection, id) !== undefined)
  }

  replace<C extends CollectionName>(collection: C, before: Collections[C], after: Collections[C]): void {
    const isRead = this.seen.document(collection, idOf(collection, before)) !== undefined
    this.own.replace(collection, before, after, isRead)
  }

  remove(collection: CollectionName, id: string): void {
    this.own.remove(collection, id)
  }

  clear(): void {
    this.#waitLong()
    this.own.clear()
  }

  noteActive(userId: string, day: GameDay): void {
    this.#active.push({ userId, day })
  }

  async blob(sha256: string): Promise<Uint8Array | undefined> {
    return (await this.blobs([sha256])).get(sha256)
  }

  async blobs(sha256s: readonly string[]): Promise<Map<string, Uint8Array>> {
    const blobs = new Map<string, Uint8Array>()
    for (const sha256 of sha256s) {
      const own = this.newBlobs.get(sha256)
      if (own) blobs.set(sha256, own)
    }
    const unknown = sha256s.filter((sha256) => !blobs.has(sha256))
    if (unknown.length === 0) return blobs
    const { text, values } = selections.blobs(unknown)
    const { rows } = await this.#query<{ sha256: string; bytes: Uint8Array }>(text, values)
    for (const { sha256, bytes } of rows) blobs.set(sha256, new Uint8Array(bytes))
    return blobs
  }

  putBlob(sha256: string, bytes: Uint8Array): void {
    this.newBlobs.set(sha256, bytes)
  }

  async lock(...names: string[]): Promise<void> {
    const held = await this.#hold()
    await held.query(
      `select pg_advisory_xact_lock(hash)
       from (select hashtextextended(current_schema()::text || ' lock ' || name, 0) as hash
             from unnest($1::text[]) as x (name) order by 1) as ordered`,
      [names],
    )
  }

  /**
   * Commits the writes if everything that they depend on is unchanged. A transaction without writes checks nothing.
   * @throws {Changed} if something has changed.
   * @throws {CommitInDoubt} if the connection breaks during the commit.
   */
  async commit(): Promise<void> {
    const active = this.own.isCleared ? this.#active : await unmarked(this.#query, this.#active)
    const writes = this.own.isCleared || this.own.changes.length > 0 || this.newBlobs.size > 0
    if (writes || active.length > 0) {
      if (isLarge(this)) this.#waitLong()
      const commitId = randomUUID()
      const steps = await commitSteps({ transaction: this, active, commitId, isChecked: writes })
      const held = await this.#hold()
      await runSteps(held.query, steps)
      this.#held = null
      await held.commit(commitId)
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
    this.#held ??= this.#database.begin(this.#deadline)
    return this.#held
  }

  /** The documents of a statement, each as this transaction first read it. */
  async #select<C extends CollectionName>(
    collection: C,
    { text, values }: selections.Selection,
  ): Promise<Collections[C][]> {
    const { rows } = await this.#query<Row>(text, values)
    for (const row of rows) this.seen.add(collection, row)
    return rows.flatMap(({ id }) => this.seen.document(collection, id) ?? [])
  }
}

/** A transaction with more is seldom repeated, and waiting for all of them would stop many others. */
const MAX_DEPENDENCIES = 50

/** PostgreSQL rejects text with this character. */
const canBeStored = (key: string): boolean => !key.includes('\0')
