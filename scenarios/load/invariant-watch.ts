import type { Client } from '@inkling/mock-server/contract/client'
import type { Game } from '@inkling/mock-server/rules/game'
import { brokenHistory, brokenInvariants } from '../invariants/invariants.ts'
import type { Acknowledged } from './ledger.ts'

/** Games that are looked at again and again while a load runs. */
const WATCHED = 20

export interface FinalCheck {
  readonly checked: number
  readonly found: number
  readonly broken: readonly string[]
}

/** Checks the rules of the game on a reference server: on a sample while a load runs, and on everything afterwards. */
export class InvariantWatch {
  readonly #admin: Client
  readonly #seen = new Map<string, Game>()
  readonly #broken = new Set<string>()
  #sampled = 0

  constructor(admin: Client) {
    this.#admin = admin
  }

  get sampled(): number {
    return this.#sampled
  }

  get broken(): readonly string[] {
    return [...this.#broken]
  }

  /** Looks at some games, and at those that it looked at before. */
  async sample(gameIds: readonly string[]): Promise<void> {
    const ids = new Set([...gameIds, ...this.#seen.keys()])
    for (const id of [...ids].slice(0, WATCHED)) {
      const game = await this.#inspect(id)
      if (!game) continue
      this.#sampled++
      this.#check(game)
      this.#seen.delete(id)
      this.#seen.set(id, game)
    }
    // The oldest leave, so that others are looked at too.
    for (const id of [...this.#seen.keys()].slice(0, Math.max(0, this.#seen.size - WATCHED / 2)))
      this.#seen.delete(id)
  }

  /**
   * Looks at all games of some days, and for every turn that was acknowledged.
   * @param days game days.
   */
  async everything(days: readonly string[], acknowledged: readonly Acknowledged[]): Promise<FinalCheck> {
    const turns = new Map<string, Set<string>>()
    let checked = 0
    for (const day of new Set(days)) {
      const { items } = await this.#admin.listGames({ query: { day } })
      // What a reference server shows of a game is the rules' own document.
      for (const game of items as unknown as Game[]) {
        checked++
        this.#check(game)
        turns.set(game.id, new Set(game.entries.map(({ turnId }) => turnId)))
      }
    }
    let found = 0
    for (const { gameId, turnId } of acknowledged) {
      if (turns.get(gameId)?.has(turnId)) found++
      else this.#broken.add(`game ${gameId}: turn ${turnId} was acknowledged, and is not there`)
    }
    return { checked, found, broken: this.broken }
  }

  #check(game: Game): void {
    const before = this.#seen.get(game.id)
    for (const sentence of [...brokenInvariants(game), ...(before ? brokenHistory(before, game) : [])]) {
      this.#broken.add(sentence)
    }
  }

  async #inspect(id: string): Promise<Game | null> {
    try {
      return (await this.#admin.inspectGame({ params: { id } })) as unknown as Game
    } catch {
      // Under load the server may fail this call like any other. The next sample tries again, and the final check
      // reports a server that does not answer.
      return null
    }
  }
}
