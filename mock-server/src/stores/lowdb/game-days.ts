import { performance } from 'node:perf_hooks'
import type { GameDay } from '../../rules/day.ts'
import { type GameSummary, summaryOf } from '../../rules/history.ts'
import type { Change, Documents } from '../documents.ts'
import { hasOpenGames } from '../queries.ts'
import { Catalogue } from './catalogue.ts'
import type { Checkpoints } from './checkpoints.ts'

/** So many days may stay in memory that nothing needs just now. */
const SPARE_DAYS = 8
/** While nobody waits for the catalogue, others have this time after each day of it, and longer while they use half of it. */
const REST_MS = 20
const BUSY = 0.5

export interface GameDaysOptions {
  readonly checkpoints: Checkpoints
  readonly documents: Documents
  /** Whether the files lack something of a day: it then has to stay. */
  readonly isDirty: (day: GameDay) => boolean
}

/**
 * Which days' games are in memory. Days with open games always are; the others are read when a transaction asks for
 * them, stay while one does, and go again when there are too many.
 */
export class GameDays {
  readonly #options: GameDaysOptions
  readonly #catalogue = new Catalogue()
  /** Days that have a file. */
  readonly #stored = new Set<GameDay>()
  /** Days in memory, those used last at the end. */
  readonly #resident = new Set<GameDay>()
  /** How many transactions need a day. */
  readonly #pins = new Map<GameDay, number>()
  readonly #reading = new Map<GameDay, Promise<void>>()
  /** Nothing goes while files are written from what is in memory. */
  #mayLetGo = true
  #knowing: Promise<void> | null = null
  #isAwaited = false
  #endRest = () => {}
  #isClosed = false

  constructor(options: GameDaysOptions) {
    this.#options = options
  }

  /** Learns which days there are, and brings those with open games into memory. */
  async open(): Promise<void> {
    const { checkpoints } = this.#options
    for (const day of await checkpoints.days()) this.#stored.add(day)
    for (const day of (await checkpoints.openDays()) ?? this.#stored) await this.bring(day)
  }

  /** What a transaction needs, until it is released. */
  lease(): Lease {
    return new Lease(this)
  }

  /** Brings a day into memory when it has a file; a day without one is there as soon as a game is put. */
  async bring(day: GameDay): Promise<void> {
    if (this.#resident.has(day) || !this.#stored.has(day)) return
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

  async leaseAll(lease: Lease): Promise<void> {
    for (const day of [...this.#stored, ...this.#resident]) await lease.day(day)
  }

  /** The day of a game that may not be in memory. */
  async dayOf(id: string): Promise<GameDay | undefined> {
    const game = this.#options.documents.get('games', id)
    if (game && 'day' in game) return game.day
    await this.know()
    return this.#catalogue.dayOf(id)
  }

  /** Resolves when the catalogue knows all days. Reads them one by one, so that others have their turn in between. */
  know(): Promise<void> {
    this.#isAwaited = true
    this.#endRest()
    return this.readAhead()
  }

  /** The same, but at leisure until somebody asks to {@link know}. */
  readAhead(): Promise<void> {
    this.#knowing ??= this.#readCatalogue().catch((error) => {
      this.#knowing = null
      throw error
    })
    return this.#knowing
  }

  /** In the order of ids; only once {@link know} has resolved. */
  gamesOf(userId: string): GameSummary[] {
    const past = this.#catalogue.gamesOf(userId).filter(({ day }) => !this.#resident.has(day))
    return [...past, ...this.#options.documents.gamesOf(userId)].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** How many games there are; only once {@link know} has resolved. */
  count(): number {
    return this.#options.documents.count('games') + this.#catalogue.count((day) => !this.#resident.has(day))
  }

  pin(day: GameDay): void {
    this.#pins.set(day, (this.#pins.get(day) ?? 0) + 1)
  }

  unpin(day: GameDay): void {
    const pins = (this.#pins.get(day) ?? 0) - 1
    if (pins > 0) this.#pins.set(day, pins)
    else this.#pins.delete(day)
    // Used last.
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

  noteStored(day: GameDay): void {
    this.#stored.add(day)
  }

  close(): void {
    this.#isClosed = true
    this.#endRest()
  }

  async #read(day: GameDay): Promise<void> {
    const games = await this.#options.checkpoints.games(day)
    this.#options.documents.apply(
      games.map((document) => ({ collection: 'games', id: document.id, document })),
    )
    this.#resident.add(day)
  }

  async #readCatalogue(): Promise<void> {
    for (const day of [...this.#stored].sort()) {
      if (this.#isClosed) return
      // What is in memory speaks for itself, and enters the catalogue when it goes.
      if (this.#resident.has(day)) continue
      const games = await this.#options.checkpoints.catalogue(day)
      if (!this.#resident.has(day) && !this.#catalogue.knows(day)) this.#catalogue.set(day, games)
      await this.#rest()
    }
  }

  /** Until others have little to do, or somebody waits. */
  async #rest(): Promise<void> {
    for (let busy = 1; busy > BUSY && !this.#isAwaited && !this.#isClosed; ) {
      const before = performance.eventLoopUtilization()
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, REST_MS)
        this.#endRest = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      busy = performance.eventLoopUtilization(before).utilization
    }
  }

  #letGo(): void {
    if (!this.#mayLetGo || this.#resident.size <= SPARE_DAYS) return
    const { documents, isDirty } = this.#options
    for (const day of [...this.#resident]) {
      if (this.#resident.size <= SPARE_DAYS) return
      if (this.#pins.has(day) || isDirty(day) || hasOpenGames(documents, day) || !this.#stored.has(day))
        continue
      this.#catalogue.set(day, summariesOf(documents, day))
      this.#resident.delete(day)
      const ids = documents.find('games', 'day', day)
      documents.apply(ids.map((id) => ({ collection: 'games', id, document: null })))
    }
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
    // First of all, so that it does not go again before anybody has looked.
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

/** What the catalogue is to know of a day that is in memory. */
export const summariesOf = (documents: Documents, day: GameDay): GameSummary[] =>
  documents.find('games', 'day', day).flatMap((id) => {
    const game = documents.get('games', id)
    return game && 'entries' in game ? [summaryOf(game)] : []
  })
