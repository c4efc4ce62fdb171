import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { Client } from '@inkling/mock-server/contract/client/client'
import type { Game } from '@inkling/mock-server/rules/game/game'
import {
  brokenHistory,
  brokenInvariants,
  hiddenInResults,
  hiddenInToday,
  leaks,
  sharedWithBlocked,
} from './invariants.ts'

/** A player whose view of the game is checked. */
export interface Watched {
  readonly client: Pick<Client, 'getToday' | 'getProfile' | 'getBlocks'>
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
    this.#seen = new Map(games.map((game) => [game.id, game]))
    for (const { client, token } of players)
      if (token !== null) broken.push(...((await allowed(this.#brokenFor(client))) ?? []))
    for (const game of games) {
      if (game.completedAt === null || !hidesSomething(game)) continue
      const results = await allowed(admin.getPublicResults({ params: { gameId: game.id } }))
      if (results) broken.push(...hiddenInResults(game, results.chain))
    }
    return broken
  }

  /** The number of games in the latest check. */
  get games(): number {
    return this.#seen.size
  }

  /** Clears the earlier states. Call it when another world is loaded. */
  forget(): void {
    this.#seen.clear()
  }

  /** The rules that are broken in a player's view of today's game. */
  async #brokenFor(client: Watched['client']): Promise<string[]> {
    const today = await client.getToday()
    const broken = leaks(today)
    const game = this.#seen.get(today.gameId ?? '')
    if (!game || (game.kind === 'group' && !hidesSomething(game))) return broken
    const { id } = await client.getProfile()
    broken.push(...hiddenInToday(game, today, id))
    const blocks = game.kind === 'public' ? await allowed(client.getBlocks()) : null
    return blocks ? [...broken, ...sharedWithBlocked(game, blocks, id)] : broken
  }
}

const hidesSomething = ({ entries }: Game): boolean => entries.some(({ hiddenAt }) => hiddenAt !== undefined)

/** Refusals of players without a group, without access, or by a server without the call: they are shown nothing. */
const REFUSALS: readonly number[] = [400, 401, 403, 404]

async function allowed<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && REFUSALS.includes(error.status)) return null
    throw error
  }
}
