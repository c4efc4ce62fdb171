import { ApiError } from '@inkling/mock-server/contract/api-error'
import type { Client } from '@inkling/mock-server/contract/client'
import type { Game } from '@inkling/mock-server/rules/game'
import { brokenHistory, brokenInvariants, leaks } from './invariants.ts'

/** A player whose view of the game is looked at. */
export interface Watched {
  readonly client: Pick<Client, 'getToday'>
  readonly token: string | null
}

/** Looks at the day's games again and again, and tells which rules of the game do not hold. */
export class RulesWatch {
  #seen = new Map<string, Game>()

  /** @returns the broken rules, each as a sentence that names the game. */
  async check(admin: Client, players: Iterable<Watched> = []): Promise<string[]> {
    const { items } = await admin.listGames({ query: {} })
    // What a reference server shows of a game is the rules' own document.
    const games = items as unknown as Game[]
    const broken = games.flatMap((game) => {
      const before = this.#seen.get(game.id)
      return [...brokenInvariants(game), ...(before ? brokenHistory(before, game) : [])]
    })
    this.#seen = new Map(games.map((game) => [game.id, game]))
    for (const { client, token } of players) {
      if (token !== null) broken.push(...(await leaksTo(client)))
    }
    return broken
  }

  /** What was seen so far is no measure any more: another world has taken its place. */
  forget(): void {
    this.#seen.clear()
  }
}

async function leaksTo(client: Watched['client']): Promise<string[]> {
  try {
    return leaks(await client.getToday())
  } catch (error) {
    // Who is in no group has no game to be shown too much of.
    if (error instanceof ApiError) return []
    throw error
  }
}
