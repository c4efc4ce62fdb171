import type { GameDay } from '../../rules/day.ts'
import type { GameSummary } from '../../rules/history.ts'
import type { Change, Documents } from '../shared/documents.ts'
import { hasOpenGames } from '../shared/queries.ts'
import type { Catalogue } from './catalogue.ts'
import type { Checkpoints } from './checkpoints.ts'
import { inSlices } from './slices.ts'

/** So many days may stay in memory that nothing needs just now. */
const SPARE_DAYS = 8

export interface GameDaysOptions {
  readonly checkpoints: Checkpoints
  readonly catalogue: Catalogue
  readonly documents: Documents
  /** Whether the files lack something of a day: it then has to stay. */
  readonly isDirty: (day: GameDay) => boolean
}

/**
 * The days whose games are in memory. Days with open games always are. Other days are loaded when a transaction needs
 * them, stay while one does, and are unloaded when there are too many.
 */
export class GameDays {
  readonly #options: GameDaysOptions
  /** Days in memory, those used last at the end. */
  readonly #resident = new Set<GameDay>()
  /** How many transactions need a day. */
  readonly #pins = new Map<GameDay, number>()
  readonly #reading = new Map<GameDay, Promise<void>>()
  /** Days whose games are being removed from memory. */
  readonly #leaving = new Map<GameDay, Promise<void>>()
  /** Nothing goes while files are written from what is in memory. */
  #mayLetGo = true

  constructor(options: GameDaysOptions) {
    this.#options = options
  }

  /** Brings the days with open games into memory. */
  async open(): Promise<void> {
    for (const day of this.#options.checkpoints.openDays) await this.bring(day)
  }

  /** What a transaction needs, until it is released. */
  lease(): Lease {
    return new Lease(this)
  }

  /** Brings a day into memory when it has a file; a day without one is there as soon as a game is put. */
  async bring(day: GameDay): Promise<void> {
    if (this.#resident.has(day)) return
    await this.#leaving.get(day)
    if (this.#resident.has(day) || !this.#options.checkpoints.hasDay(day)) return
    const reading = this.#reading.get(day) ?? this.#read(day)
    this.#reading.set(day, reading)
    try {
      await reading
    } finally {
      this.#reading.delete(day)
    }
  }

  /** Brings everything that changes are about to touch. */
  async bringTouched(changes: readonly Change[]): Promise<void> {
    for (const { collection, id, document } of changes) {
      if (collection !== 'games') continue
      const day = document && 'day' in document ? document.day : await this.dayOf(id)
      if (day !== undefined) await this.bring(day)
    }
  }

  /** Games of these days stand in memory now. */
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

  async leaseResident(lease: Lease): Promise<void> {
    for (const day of [...this.#resident]) await lease.day(day)
  }

  /** The day of a game that may not be in memory. */
  async dayOf(id: string): Promise<GameDay | undefined> {
    const game = this.#options.documents.get('games', id)
    if (game && 'day' in game) return game.day
    return this.#options.catalogue.dayOf(id)
  }

  /** In the order of ids, while all resident days are leased. @throws {DataFolderError} when the catalogue is damaged. */
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
    // Most recently used.
    if (this.#resident.delete(day)) this.#resident.add(day)
    this.#letGo()
  }

  /** Files are written from what is in memory meanwhile, so nothing goes. */
  async whileKept<T>(work: () => Promise<T>): Promise<T> {
    this.#mayLetGo = false
    try {
      return await work()
    } finally {
      this.#mayLetGo = true
    }
  }

  async #read(day: GameDay): Promise<void> {
    const games = await this.#options.checkpoints.games(day)
    for await (const game of inSlices(games)) {
      this.#options.documents.apply([{ collection: 'games', id: game.id, document: game }])
    }
    this.#resident.add(day)
  }

  #letGo(): void {
    if (!this.#mayLetGo || this.#resident.size <= SPARE_DAYS) return
    const { documents, isDirty } = this.#options
    for (const day of [...this.#resident]) {
      if (this.#resident.size <= SPARE_DAYS) return
      const isNeeded = this.#pins.has(day) || isDirty(day) || hasOpenGames(documents, day)
      if (isNeeded) continue
      this.#resident.delete(day)
      this.#leaving.set(day, this.#remove(day))
    }
  }

  async #remove(day: GameDay): Promise<void> {
    const { documents } = this.#options
    for await (const { id } of inSlices(documents.gamesOfDay(day))) {
      documents.apply([{ collection: 'games', id, document: null }])
    }
    this.#leaving.delete(day)
  }
}

/** The days that a transaction needs in memory. */
export class Lease {
  readonly #days: GameDays
  readonly #pinned = new Set<GameDay>()

  constructor(days: GameDays) {
    this.#days = days
  }

  async day(day: GameDay): Promise<void> {
    if (this.#pinned.has(day)) return
    // First, so that it is not unloaded before the caller has read it.
    this.#pinned.add(day)
    this.#days.pin(day)
    await this.#days.bring(day)
  }

  async game(id: string): Promise<void> {
    const day = await this.#days.dayOf(id)
    if (day !== undefined) await this.day(day)
  }

  release(): void {
    for (const day of this.#pinned) this.#days.unpin(day)
    this.#pinned.clear()
  }
}
