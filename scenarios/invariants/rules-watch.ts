import { ApiError } from '@inkling/mock-server/contract/api-error'
import type { Client } from '@inkling/mock-server/contract/client'
import type { Game } from '@inkling/mock-server/rules/game'
import { brokenHistory, brokenInvariants, leaks, shownHidden } from './invariants.ts'

/** A player whose view of the game is checked. */
export interface Watched {
  readonly client: Pick<Client, 'getToday'>
  readonly token: string | null
}

/** Checks the day's games, and compares them with the previous check. */
export class RulesWatch {
  #seen = new Map<string, Game>()

  /** @returns the broken rules, each as a sentence with the game's id. */
  async check(admin: Client, players: Iterable<Watched> = []): Promise<string[]> {
    const { items } = await admin.listGames({ query: {} })
    // A reference server returns its game documents unchanged.
    const games = items as unknown as Game[]
    const broken = games.flatMap((game) => {
      const before = this.#seen.get(game.id)
      return [...brokenInvariants(game), ...(before ? brokenHistory(before, game) : [])]
    })
    for (const game of games) {
      if (game.completedAt === null || !game.entries.some(({ hiddenAt }) => hiddenAt !== undefined)) continue
      broken.push(...shownHidden(game, await admin.getPublicResults({ params: { gameId: game.id } })))
    }
    this.#seen = new Map(games.map((game) => [game.id, game]))
    for (const { client, token } of players) {
      if (token !== null) broken.push(...(await leaksTo(client)))
    }
    return broken
  }

  /** Clears the earlier states. Call it when another world is loaded. */
  forget(): void {
    this.#seen.clear()
  }
}

/** Refusals of players without a group, or without access: they are shown no game. */
const REFUSALS: readonly number[] = [400, 401, 403, 404]

async function leaksTo(client: Watched['client']): Promise<string[]> {
  try {
    return leaks(await client.getToday())
  } catch (error) {
    if (error instanceof ApiError && REFUSALS.includes(error.status)) return []
    throw error
  }
}
