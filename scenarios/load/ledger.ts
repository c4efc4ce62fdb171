/** A turn whose submission the server has acknowledged, so that it must be stored. */
export interface Acknowledged {
  readonly gameId: string
  readonly turnId: string
}

interface Holder {
  readonly rank: number
  readonly since: number
  /** Whether the end of the turn is on its way: the server may have given the next one already. */
  isEnding: boolean
}

/** A turn ends by itself after this time, with the grace period (spec section 9, api.md). */
const TURN_MS = 310_000
const MAX_BROKEN = 100
const SAMPLE = 5

/**
 * What the players of this process know by themselves: who holds the turn of a game, and which submissions were
 * acknowledged. It notices two holders of one turn on every server, with controls or without, but only if this process
 * generates both players.
 */
export class Ledger {
  readonly acknowledged: Acknowledged[] = []
  readonly broken: string[] = []
  readonly #holders = new Map<string, Holder>()
  #sample: string[] = []

  started(gameId: string, rank: number, now: number): void {
    if (this.#sample.length < SAMPLE) this.#sample.push(gameId)
    const before = this.#holders.get(gameId)
    if (before && before.rank !== rank && !before.isEnding && now - before.since < TURN_MS) {
      this.breaks(`game ${gameId}: two players were given the turn at the same time`)
    }
    this.#holders.set(gameId, { rank, since: now, isEnding: false })
  }

  /** A call is sent that ends the turn. */
  ending(gameId: string, rank: number): void {
    const holder = this.#holders.get(gameId)
    if (holder?.rank === rank) holder.isEnding = true
  }

  handedIn(gameId: string, turnId: string, rank: number): void {
    if (this.#holders.get(gameId)?.rank === rank) this.#holders.delete(gameId)
    this.acknowledged.push({ gameId, turnId })
  }

  /** The clock has moved: turns may have ended by themselves. */
  forgetHolders(): void {
    this.#holders.clear()
  }

  /** Some of the games in which turns began since it was last asked. */
  takeSample(): readonly string[] {
    const sample = this.#sample
    this.#sample = []
    return sample
  }

  breaks(sentence: string): void {
    if (this.broken.length < MAX_BROKEN && !this.broken.includes(sentence)) this.broken.push(sentence)
  }
}
