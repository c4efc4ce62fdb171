import { Slice } from '../../engine/slice.ts'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import type { GameSummary } from '../../rules/history.ts'
import type { Change, Documents } from '../shared/documents.ts'
import type { Catalogue } from './catalogue.ts'
import type { Checkpoints } from './checkpoints.ts'
import { DamagedFileError } from './data-folder-error.ts'

/** With more days or games in memory, days that are not in use are evicted. */
const MAX_CACHED_DAYS = 8
export const MAX_CACHED_GAMES = 200_000
/** Today's games and yesterday's results are in use all day. */
const MIN_CACHED_DAYS = 2

export interface GameDaysOptions {
  readonly checkpoints: Checkpoints
  readonly catalogue: Catalogue
  readonly documents: Documents
  /** Whether the files lack changes of a day, which then must stay in memory. */
  readonly isDirty: (day: GameDay) => boolean
  readonly maxCachedGames: number
}

/**
 * The days whose games are in memory. Days with open games always are. Other days are loaded when a transaction needs
 * them, and are evicted when none does and there are too many. A transaction that needs single games of another day loads
 * only those, until it ends.
 */
export class GameDays {
  readonly #options: GameDaysOptions
  /** Days that are in memory as a whole, the most recently used last. */
  readonly #resident = new Set<GameDay>()
  /** How many transactions have pinned a day, or single games of it. */
  readonly #pins = new Map<GameDay, number>()
  readonly #reading = new Map<GameDay, Promise<void>>()
  /** Days whose games are being removed from memory. */
  readonly #evicting = new Map<GameDay, Promise<void>>()
  /** Days are not evicted while a checkpoint writes from memory. */
  #mayEvict = true

  constructor(options: GameDaysOptions) {
    this.#options = options
  }

  /** Loads the days with open games. */
  async open(): Promise<void> {
    for (const day of this.#options.checkpoints.openDays) await this.load(day)
  }

  /** Pins days for a transaction, so that they stay in memory until it is released. */
  lease(): Lease {
    return new Lease(this)
  }

  /** Loads a day if it has a file. A day without one is in memory as soon as a game is put. */
  async load(day: GameDay): Promise<void> {
    if (this.#resident.has(day)) return
    await this.#evicting.get(day)
    if (this.#resident.has(day) || !this.#options.checkpoints.hasDay(day)) return
    const reading = this.#reading.get(day) ?? this.#read(day)
    this.#reading.set(day, reading)
    try {
      await reading
    } finally {
      this.#reading.delete(day)
    }
  }

  /** Loads one game of a pinned day. */
  async loadGame(day: GameDay, id: string): Promise<void> {
    const { checkpoints, documents } = this.#options
    await this.#evicting.get(day)
    if (this.#isLoading(day)) return this.load(day)
    if (documents.get('games', id)) return
    let game: Game | undefined
    try {
      game = await checkpoints.game(day, id)
    } catch (error) {
      // A checkpoint may have replaced the file if the day has been loaded in the meantime.
      if (!this.#isLoading(day)) throw error
    }
    if (this.#isLoading(day)) return this.load(day)
    if (game && !documents.get('games', id)) documents.apply([{ collection: 'games', id, document: game }])
  }

  #isLoading(day: GameDay): boolean {
    return this.#resident.has(day) || this.#reading.has(day)
  }

  /** Loads the days that changes are about to modify. */
  async loadTouched(changes: readonly Change[]): Promise<void> {
    for (const { collection, id, document } of changes) {
      if (collection !== 'games') continue
      const day = document && 'day' in document ? document.day : await this.dayOf(id)
      if (day !== undefined) await this.load(day)
    }
  }

  /** Marks the days of changed games as in memory. */
  noteChanged(changes: readonly Change[]): void {
    for (const { collection, document } of changes) {
      if (collection !== 'games' || !document || !('day' in document)) continue
      this.#resident.add(document.day)
    }
  }

  /** Every day that has games, in order. */
  all(): GameDay[] {
    return [...new Set([...this.#options.checkpoints.days(), ...this.#resident])].sort()
  }

  async leaseAll(lease: Lease): Promise<void> {
    for (const day of this.all()) await lease.day(day)
  }

  /** Loads all days that can be read. @returns the errors of those whose files are damaged */
  async leaseReadable(lease: Lease): Promise<Map<GameDay, DamagedFileError>> {
    const damaged = new Map<GameDay, DamagedFileError>()
    for (const day of this.all()) {
      try {
        await lease.day(day)
      } catch (error) {
        if (!(error instanceof DamagedFileError)) throw error
        damaged.set(day, error)
      }
    }
    return damaged
  }

  /** Ignores the file of a day from now on. Its games are those in memory, and the day must be marked as dirty. */
  ignoreFile(day: GameDay): void {
    this.#resident.add(day)
  }

  async leaseResident(lease: Lease): Promise<void> {
    for (const day of [...this.#resident]) await lease.day(day)
  }

  /** The day of a game that may not be in memory. */
  async dayOf(id: string): Promise<GameDay | undefined> {
    const game = this.#options.documents.get('games', id)
    if (game && 'day' in game) return game.day
    return this.#options.catalogue.dayOf(id)
  }

  /** In the order of ids. All days in memory must be pinned. @throws {DataFolderError} if the catalogue is damaged. */
  async gamesOf(userId: string): Promise<GameSummary[]> {
    const { catalogue, documents } = this.#options
    const stored = await catalogue.gamesOf(userId)
    const past = stored.filter(({ day }) => !this.#resident.has(day))
    const resident = documents.gamesOf(userId).filter(({ day }) => this.#resident.has(day))
    return [...past, ...resident].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  count(): number {
    const { checkpoints, documents } = this.#options
    return this.all().reduce(
      (sum, day) =>
        sum + (this.#resident.has(day) ? documents.countGamesOfDay(day) : checkpoints.countGames(day)),
      0,
    )
  }

  pin(day: GameDay): void {
    this.#pins.set(day, (this.#pins.get(day) ?? 0) + 1)
  }

  unpin(day: GameDay): void {
    const pins = (this.#pins.get(day) ?? 0) - 1
    if (pins > 0) this.#pins.set(day, pins)
    else this.#pins.delete(day)
    // Now the most recently used one.
    if (this.#resident.delete(day)) this.#resident.add(day)
    else if (pins <= 0) this.#removeSingleGames(day)
    this.#evict()
  }

  /** Runs `work`, which writes files from memory, without evicting days meanwhile. */
  async withoutEviction<T>(work: () => Promise<T>): Promise<T> {
    this.#mayEvict = false
    try {
      return await work()
    } finally {
      this.#mayEvict = true
    }
  }

  async #read(day: GameDay): Promise<void> {
    const games = await this.#options.checkpoints.games(day)
    const { documents } = this.#options
    const slice = new Slice()
    for (const game of games) {
      if (slice.isOver) await slice.next()
      // A transaction may have read it already, and must see the same object.
      if (documents.get('games', game.id)) continue
      documents.apply([{ collection: 'games', id: game.id, document: game }])
    }
    this.#resident.add(day)
  }

  /** Removes the single games of a day that is not in memory as a whole. */
  #removeSingleGames(day: GameDay): void {
    const { documents } = this.#options
    for (const id of documents.idsOfDay(day)) documents.apply([{ collection: 'games', id, document: null }])
  }

  /** Whether too much is in memory. */
  get #isFull(): boolean {
    const { size } = this.#resident
    if (size > MAX_CACHED_DAYS) return true
    if (size <= MIN_CACHED_DAYS) return false
    let games = 0
    for (const day of this.#resident) games += this.#options.documents.countGamesOfDay(day)
    return games > this.#options.maxCachedGames
  }

  #evict(): void {
    if (!this.#mayEvict || !this.#isFull) return
    const { documents, isDirty } = this.#options
    for (const day of [...this.#resident]) {
      if (!this.#isFull) return
      const isNeeded = this.#pins.has(day) || isDirty(day) || documents.open.has(day)
      if (isNeeded) continue
      this.#resident.delete(day)
      this.#evicting.set(day, this.#remove(day))
    }
  }

  async #remove(day: GameDay): Promise<void> {
    const { documents } = this.#options
    const slice = new Slice()
    for (const part of documents.partsOfDay(day)) {
      for (const id of [...part.keys()]) {
        if (slice.isOver) await slice.next()
        documents.apply([{ collection: 'games', id, document: null }])
      }
    }
    this.#evicting.delete(day)
  }
}

/** The days and games that a transaction has pinned. They stay in memory until it is released. */
export class Lease {
  readonly #days: GameDays
  readonly #pinned = new Set<GameDay>()

  constructor(days: GameDays) {
    this.#days = days
  }

  async day(day: GameDay): Promise<void> {
    this.#pin(day)
    await this.#days.load(day)
  }

  async game(id: string): Promise<void> {
    const day = await this.#days.dayOf(id)
    if (day === undefined) return
    this.#pin(day)
    await this.#days.loadGame(day, id)
  }

  release(): void {
    for (const day of this.#pinned) this.#days.unpin(day)
    this.#pinned.clear()
  }

  /** Before the day is loaded, so that it is not evicted until the caller has read it. */
  #pin(day: GameDay): void {
    if (this.#pinned.has(day)) return
    this.#pinned.add(day)
    this.#days.pin(day)
  }
}
