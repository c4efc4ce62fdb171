/** A turn whose submission the server has acknowledged. It must be stored. */
export interface Acknowledged {
  readonly gameId: string
  readonly turnId: string
  /** The number of different guesses that were acknowledged before. */
  readonly guesses: number
}

/** How many players were told that they are in a game. */
export interface Joined {
  readonly gameId: string
  readonly players: number
}

interface Holder {
  readonly rank: number
  readonly since: number
  /** Whether a call that ends the turn was sent. The server may then have started the next turn. */
  isEnding: boolean
}

/** A turn expires after this time, including the grace period. */
const TURN_MS = 310_000
const MAX_BROKEN = 100
const SAMPLE = 5

/**
 * Tracks who holds the turn of a game, and which submissions were acknowledged, from the responses to the players of
 * this process. It detects two holders of one turn on any server, with or without controls, but only if this process
 * generates both players.
 */
export class Ledger {
  readonly acknowledged: Acknowledged[] = []
  readonly broken: string[] = []
  readonly #holders = new Map<string, Holder>()
  readonly #joined = new Map<string, Set<number>>()
  #sample: string[] = []

  started(gameId: string, rank: number, now: number): void {
    if (this.#sample.length < SAMPLE) this.#sample.push(gameId)
    const before = this.#holders.get(gameId)
    if (before && before.rank !== rank && !before.isEnding && now - before.since < TURN_MS) {
      this.breaks(`game ${gameId}: two players hold the turn at the same time`)
    }
    this.#holders.set(gameId, { rank, since: now, isEnding: false })
  }

  /** Must be called when a call that ends the turn is sent. */
  ending(gameId: string, rank: number): void {
    const holder = this.#holders.get(gameId)
    if (holder?.rank === rank) holder.isEnding = true
  }

  submitted({ gameId, turnId, guesses }: Acknowledged, rank: number): void {
    if (this.#holders.get(gameId)?.rank === rank) this.#holders.delete(gameId)
    this.acknowledged.push({ gameId, turnId, guesses })
  }

  /** Must be called when a player is told that they are in a game. */
  joins(gameId: string, rank: number): void {
    const players = this.#joined.get(gameId) ?? new Set()
    this.#joined.set(gameId, players.add(rank))
  }

  get joined(): Joined[] {
    return [...this.#joined].map(([gameId, players]) => ({ gameId, players: players.size }))
  }

  /** Must be called when the clock moves, since turns may have expired. */
  clearHolders(): void {
    this.#holders.clear()
  }

  /** A sample of the games in which turns started since the last sample. */
  takeSample(): readonly string[] {
    const sample = this.#sample
    this.#sample = []
    return sample
  }

  breaks(sentence: string): void {
    if (this.broken.length < MAX_BROKEN && !this.broken.includes(sentence)) this.broken.push(sentence)
  }
}
