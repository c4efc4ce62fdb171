import type { Client } from '@inkling/mock-server/contract/client/client'
import type { Game } from '@inkling/mock-server/rules/game/game'
import type { Acknowledged, Joined } from '../players/ledger.ts'
import { brokenHistory, brokenInvariants } from './stored-games.ts'

/** Maximum number of games in a sample. */
const WATCHED = 20

export interface FinalCheck {
  readonly checked: number
  readonly found: number
  readonly broken: readonly string[]
}

/** Checks the rules of the game on a reference server: in samples during a load, and in all games afterwards. */
export class InvariantWatch {
  readonly #admin: Client
  readonly #signal: AbortSignal
  readonly #seen = new Map<string, Game>()
  readonly #broken = new Set<string>()
  #sampled = 0
  #sampling: Promise<void> | null = null
  #isEnding = false

  /** @param signal ends all pending calls. */
  constructor(admin: Client, signal: AbortSignal) {
    this.#admin = admin
    this.#signal = signal
  }

  get sampled(): number {
    return this.#sampled
  }

  get broken(): readonly string[] {
    return [...this.#broken]
  }

  /**
   * Inspects these games and games of earlier samples. Leaves this sample out while the previous one is pending: states
   * of a game can only be compared in the order in which they were read.
   */
  sample(gameIds: readonly string[]): void {
    this.#sampling ??= this.#inspectAll(gameIds).finally(() => {
      this.#sampling = null
    })
  }

  async #inspectAll(gameIds: readonly string[]): Promise<void> {
    const ids = new Set([...gameIds, ...this.#seen.keys()])
    for (const id of [...ids].slice(0, WATCHED)) {
      if (this.#isEnding) break
      const game = await this.#inspect(id)
      if (!game) continue
      this.#sampled++
      this.#check(game)
      this.#seen.delete(id)
      this.#seen.set(id, game)
    }
    // Drop the oldest games to make room for others.
    for (const id of [...this.#seen.keys()].slice(0, Math.max(0, this.#seen.size - WATCHED / 2)))
      this.#seen.delete(id)
  }

  /**
   * Checks all games of the given days, and that every acknowledged turn, guess and player is stored: changes at the same
   * moment must not overwrite each other. Ends the sampling first.
   * @param days game days.
   */
  async everything(
    days: readonly string[],
    acknowledged: readonly Acknowledged[],
    joined: readonly Joined[] = [],
  ): Promise<FinalCheck> {
    this.#isEnding = true
    await this.#sampling
    const turns = new Map<string, Map<string, number>>()
    const players = new Map<string, number>()
    let checked = 0
    for (const day of new Set(days)) {
      const { items } = await this.#admin.listGames({ query: { day } }, { signal: this.#signal })
      // A reference server returns games as the documents of the rules.
      for (const game of items as unknown as Game[]) {
        checked++
        this.#check(game)
        const guessesOf = (entry: Game['entries'][number]) =>
          entry.type === 'guess' ? entry.attempts.length : 0
        turns.set(game.id, new Map(game.entries.map((entry) => [entry.turnId, guessesOf(entry)])))
        players.set(game.id, game.players.length)
      }
    }
    let found = 0
    for (const { gameId, turnId, guesses } of acknowledged) {
      const stored = turns.get(gameId)?.get(turnId)
      if (stored === undefined)
        this.#broken.add(`game ${gameId}: turn ${turnId} was acknowledged but is missing`)
      else found++
      if (stored !== undefined && stored < guesses)
        this.#broken.add(
          `game ${gameId}: ${guesses} guesses of a turn were acknowledged, but it has ${stored}`,
        )
    }
    for (const [gameId, told] of summed(joined)) {
      const stored = players.get(gameId)
      if (stored !== undefined && stored < told)
        this.#broken.add(
          `game ${gameId}: ${told} players were told that they are in it, but it has ${stored}`,
        )
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
      return (await this.#admin.inspectGame({ params: { id } }, { signal: this.#signal })) as unknown as Game
    } catch {
      // Under load, this call may fail like any other. The next sample tries again, and the final check reports a
      // server that does not answer.
      return null
    }
  }
}

/** The players of each game, whichever process has generated them. */
function summed(joined: readonly Joined[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { gameId, players } of joined) sums.set(gameId, (sums.get(gameId) ?? 0) + players)
  return sums
}
