import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { Client } from '@inkling/mock-server/contract/client/client'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import type { Game } from '@inkling/mock-server/rules/game/game'
import {
  brokenHistory,
  brokenInvariants,
  hiddenInResults,
  hiddenInToday,
  leaks,
  sharedWithBlocked,
} from './invariants.ts'
import { brokenInResults, brokenInToday, type Remembered } from './remembered.ts'

/** A player whose view of the game is checked. */
export interface Watched {
  readonly client: Pick<Client, 'getToday' | 'getProfile' | 'getBlocks' | 'getGame'>
  readonly token: string | null
  /** The turns that the server has acknowledged to the player, by game. */
  readonly remembered?: ReadonlyMap<string, Remembered>
}

/**
 * Checks what players are sent against what they remember, and the day's games as the server has stored them, which it
 * compares with the previous check.
 */
export class RulesWatch {
  #seen = new Map<string, Game>()
  /** The games whose results were checked, by player. */
  readonly #checked = new WeakMap<Watched['client'], Set<string>>()

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
    for (const player of players)
      if (player.token !== null) broken.push(...((await allowed(this.#brokenFor(player))) ?? []))
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

  /** The rules that are broken in what a player is shown of the turns that they remember. */
  async #forgottenFor(
    client: Watched['client'],
    today: Today,
    remembered: ReadonlyMap<string, Remembered>,
  ): Promise<string[]> {
    const own = remembered.get(today.gameId ?? '')
    const broken = brokenInToday(today, own)
    // Another player may have come to the same device.
    if (broken.length > 0 && own && (await client.getProfile()).id !== own.userId) return []
    const checked = this.#checked.get(client) ?? new Set()
    this.#checked.set(client, checked)
    const ended = [...remembered.keys()].filter((gameId) => gameId !== today.gameId)
    if (today.status === 'completed' && today.gameId !== null) ended.push(today.gameId)
    for (const gameId of ended.filter((id) => !checked.has(id))) {
      const results = await resultsOf(client, gameId)
      // A player may have left for another group while the game goes on.
      if (results === 'missing' && gameId === today.gameId)
        broken.push(`game ${gameId}: it is over, but has no results`)
      if (results === 'missing' || results === null) continue
      checked.add(gameId)
      const { id } = await client.getProfile()
      const turn = remembered.get(gameId)
      broken.push(...brokenInResults(results, id, turn?.userId === id ? turn : undefined))
    }
    return broken
  }

  /** The rules that are broken in a player's view of today's game. */
  async #brokenFor({ client, remembered = new Map() }: Watched): Promise<string[]> {
    const today = await client.getToday()
    const broken = [...leaks(today), ...(await this.#forgottenFor(client, today, remembered))]
    const game = this.#seen.get(today.gameId ?? '')
    if (!game || (game.kind === 'group' && !hidesSomething(game))) return broken
    const { id } = await client.getProfile()
    broken.push(...hiddenInToday(game, today, id))
    const blocks = game.kind === 'public' ? await allowed(client.getBlocks()) : null
    return blocks ? [...broken, ...sharedWithBlocked(game, blocks, id)] : broken
  }
}

/** The results of a game; null for a player who may not see them. */
async function resultsOf(client: Watched['client'], id: string): Promise<GameResults | 'missing' | null> {
  try {
    return await client.getGame({ params: { id } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'missing'
    if (error instanceof ApiError && REFUSALS.includes(error.status)) return null
    throw error
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
