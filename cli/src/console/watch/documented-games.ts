import type { Client } from '@inkling/mock-server/contract/client/client'
import { connect, connectAs } from '../../calls/connect.ts'
import { expectInkling } from '../../calls/expect-inkling.ts'
import { CliError, EXIT } from '../../cli-error.ts'
import type { Settings } from '../../settings/settings.ts'
import type { WatchedGame } from './watched-games.ts'
import { gameOfHistory, gameOfResults, picturesOfResults } from './watched-games.ts'

const GAMES_SHOWN = 50

/** The games of one player, read with the documented calls from a server without controls. */
export class DocumentedGames {
  readonly #settings: Settings
  readonly #device: string | undefined
  readonly #pictures = new Map<string, string>()
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

  get names(): ReadonlyMap<string, string> {
    return new Map(this.#names)
  }

  get pictures(): ReadonlyMap<string, string> {
    return new Map(this.#pictures)
  }

  /** Discards everything. Called when the server may be a different one. */
  forget(): void {
    this.#pictures.clear()
    this.#names.clear()
    this.#games = []
    this.#player = undefined
  }

  /** @returns what is missing, as a sentence; null for nothing. */
  async read(): Promise<string | null> {
    if (this.#device === undefined) {
      await expectInkling(this.#settings)
      return 'Name a player with --device to see their games.'
    }
    try {
      this.#player ??= await connectAs(this.#settings, this.#device)
    } catch (error) {
      if (!(error instanceof CliError) || error.exitCode !== EXIT.refused) throw error
      await expectInkling(this.#settings)
      return 'Signing in changes that server: open the console with --yes to see the player.'
    }
    const { id, username } = await this.#player.getProfile()
    this.#names.set(id, username)
    const { entries } = await this.#player.getHistory({ query: { limit: GAMES_SHOWN } })
    const earlier = new Map(this.#games.map((game) => [game.id, game]))
    this.#games = entries.map((entry) => {
      const before = earlier.get(entry.gameId)
      return before && before.steps.length > 0 ? before : gameOfHistory(entry)
    })
    return null
  }

  /**
   * Reads the chain of a completed game, which anyone with its id may see.
   * @returns whether a chain was read.
   */
  async readDrawings(gameId: string): Promise<boolean> {
    const game = this.#games.find(({ id }) => id === gameId)
    if (game?.status !== 'completed' || game.steps.length > 0) return false
    const results = await connect(this.#settings).getPublicResults({ params: { gameId } })
    for (const [key, picture] of picturesOfResults(results)) this.#pictures.set(key, picture)
    for (const { userId, username } of results.chain) if (userId !== null) this.#names.set(userId, username)
    const whole = gameOfResults(results, game.name)
    this.#games = this.#games.map((each) => (each.id === gameId ? whole : each))
    return true
  }
}
