import { ApiError, NETWORK_ERROR, UNKNOWN_ERROR } from '@inkling/mock-server/contract/api-error'
import type { Client } from '@inkling/mock-server/contract/client'
import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { CliError, EXIT } from '../cli-error.ts'
import { connect, connectAs } from '../connect.ts'
import type { Settings } from '../settings.ts'
import { gameOfHistory, gameOfResults, picturesOfResults, strokesOfResults } from './game-documents.ts'
import type { WatchedGame } from './watched.ts'

/** An id that is well formed and that no game has. */
const NO_GAME = 'A'.repeat(22)
const GAMES_SHOWN = 50

interface Reading {
  readonly games: readonly WatchedGame[]
  readonly names: ReadonlyMap<string, string>
  readonly pictures: ReadonlyMap<string, string>
  /** What else is missing. */
  readonly problem: string | null
}

/** What the documented calls tell of a server without controls: the games that one player was in. */
export class DocumentedGames {
  readonly #settings: Settings
  readonly #device: string | undefined
  readonly #pictures = new Map<string, string>()
  readonly #strokes = new Map<string, readonly Stroke[]>()
  readonly #names = new Map<string, string>()
  #games: readonly WatchedGame[] = []
  #player: Client | undefined

  constructor(settings: Settings, device: string | undefined) {
    this.#settings = settings
    this.#device = device
  }

  get games(): readonly WatchedGame[] {
    return this.#games
  }

  get pictures(): ReadonlyMap<string, string> {
    return new Map(this.#pictures)
  }

  get strokes(): ReadonlyMap<string, readonly Stroke[]> {
    return new Map(this.#strokes)
  }

  async read(): Promise<Reading> {
    if (this.#device === undefined) {
      await this.#greet()
      return this.#reading('Name a player with --device to see their games.')
    }
    try {
      this.#player ??= await connectAs(this.#settings, this.#device)
    } catch (error) {
      if (!(error instanceof CliError) || error.exitCode !== EXIT.refused) throw error
      await this.#greet()
      return this.#reading('Signing in is a change there: open the console with --yes to see that player.')
    }
    const { id, username } = await this.#player.getProfile()
    this.#names.set(id, username)
    const { entries } = await this.#player.getHistory({ query: { limit: GAMES_SHOWN } })
    const known = new Map(this.#games.map((game) => [game.id, game]))
    this.#games = entries.map((entry) => {
      const before = known.get(entry.gameId)
      return before && before.steps.length > 0 ? before : gameOfHistory(entry)
    })
    return this.#reading(null)
  }

  /**
   * Reads the chain of a completed game, which everybody who has its id may see.
   * @returns whether there was any to read.
   */
  async readDrawings(gameId: string): Promise<boolean> {
    const game = this.#games.find(({ id }) => id === gameId)
    if (game?.status !== 'completed' || game.steps.length > 0) return false
    const results = await connect(this.#settings).getPublicResults({ params: { gameId } })
    for (const [key, picture] of picturesOfResults(results)) this.#pictures.set(key, picture)
    for (const [key, strokes] of strokesOfResults(results)) this.#strokes.set(key, strokes)
    for (const { userId, username } of results.chain) this.#names.set(userId, username)
    const whole = gameOfResults(results, game.name)
    this.#games = this.#games.map((each) => (each.id === gameId ? whole : each))
    return true
  }

  /** Asks for a game that is not there: an Inkling server says so in the words of its API. */
  async #greet(): Promise<void> {
    try {
      await connect(this.#settings).getPublicResults({ params: { gameId: NO_GAME } })
    } catch (error) {
      const isOurs = error instanceof ApiError && error.code !== NETWORK_ERROR && error.code !== UNKNOWN_ERROR
      if (!isOurs) throw error
    }
  }

  #reading(problem: string | null): Reading {
    return { games: this.#games, names: new Map(this.#names), pictures: this.pictures, problem }
  }
}
