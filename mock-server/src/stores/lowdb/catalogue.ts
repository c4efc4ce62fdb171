import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import type { GameSummary } from '../../rules/history.ts'
import { type CatalogueLine, keysOfLine, lineOfGame, summaryOfLine } from './catalogue-line.ts'
import type { Checkpoints } from './checkpoints.ts'
import { DataFolderError, readingError } from './data-folder-error.ts'
import type { Manifest, StoredFile } from './manifest.ts'
import type { Entry } from './sealed-json.ts'
import { StoredEntries } from './stored-entries.ts'

const monthOf = (day: GameDay): string => day.slice(0, 'YYYY-MM'.length)
const fileOf = (month: string): string => `catalogue/${month}`

/** A part with 100,000 lines is 20 MB, and a search takes about 0.4 ms per part. */
const PART_LINES = 100_000

/** Maximum number of games whose day is cached. */
const CACHED_GAMES = 10_000

/**
 * The games on disk, by id and by player. The file of a month has a short line for each game, which is found by the
 * indexes of its parts, so almost nothing stays in memory.
 */
export class Catalogue {
  readonly #manifest: Manifest
  readonly #checkpoints: Checkpoints
  readonly #stored: StoredEntries<CatalogueLine>
  readonly #partLines: number
  /** The days of games, each with the file that says so: a checkpoint may replace it. */
  readonly #dayOf = new Map<string, { readonly day: GameDay; readonly file: StoredFile }>()

  constructor(folder: string, manifest: Manifest, checkpoints: Checkpoints, partLines = PART_LINES) {
    this.#manifest = manifest
    this.#checkpoints = checkpoints
    this.#stored = new StoredEntries({ folder, keysOf: keysOfLine, problemOf })
    this.#partLines = partLines
  }

  /**
   * The day of a game on disk.
   * @throws {DataFolderError} if a file is missing or damaged.
   */
  async dayOf(id: string): Promise<GameDay | undefined> {
    const known = this.#dayOf.get(id)
    if (known && this.#manifest.file(fileOf(monthOf(known.day))) === known.file) return known.day
    for (const name of this.#manifest.namesIn('catalogue')) {
      const game = (await this.#under(name, id)).find((each) => each.id === id)
      if (game) return game.day
    }
    return undefined
  }

  /**
   * The games of a player on disk, in no particular order.
   * @throws {DataFolderError} if a file is missing or damaged.
   */
  async gamesOf(userId: string): Promise<GameSummary[]> {
    const games: GameSummary[] = []
    for (const name of this.#manifest.namesIn('catalogue')) {
      const found = await this.#under(name, userId)
      games.push(...found.filter(({ userIds }) => userIds.includes(userId)))
    }
    return games
  }

  /** The files that change with the games of these days. */
  filesOf(days: Iterable<GameDay>): string[] {
    return [...new Set([...days].map((day) => fileOf(monthOf(day))))]
  }

  /**
   * Writes the file of a month after some of its days have changed.
   * @param changed the current games of these days
   * @param checkpoint see {@link Checkpoints.write}
   */
  writeChanged(
    name: string,
    changed: ReadonlyMap<GameDay, Iterable<Game> | AsyncIterable<Game>>,
    checkpoint: number,
  ): Promise<StoredFile> {
    return this.#write(name, this.#linesAfter(name, changed), checkpoint)
  }

  async *#linesAfter(
    name: string,
    changed: ReadonlyMap<GameDay, Iterable<Game> | AsyncIterable<Game>>,
  ): AsyncGenerator<Entry<CatalogueLine>> {
    for await (const entry of this.#checkpoints.entries<CatalogueLine>(name)) {
      if (!changed.has(entry[1][0])) yield entry
    }
    for (const [day, games] of changed) {
      if (fileOf(monthOf(day)) === name) for await (const game of games) yield lineOfGame(game)
    }
  }

  /** Rebuilds the files that have lost one of these parts, from the games. */
  async rebuild(missing: readonly string[]): Promise<void> {
    for (const name of this.#manifest.namesIn('catalogue')) {
      if (!this.#manifest.file(name)?.parts.some((part) => missing.includes(part))) continue
      const number = this.#manifest.journals.at(-1) ?? 0
      const file = await this.#write(name, this.#linesOfGames(name), number)
      await this.#manifest.replace({ files: { [name]: file } })
    }
  }

  /** The lines of a month, from the games of its days. */
  async *#linesOfGames(name: string): AsyncGenerator<Entry<CatalogueLine>> {
    for (const day of this.#checkpoints.days()) {
      if (fileOf(monthOf(day)) !== name) continue
      for (const game of await this.#checkpoints.games(day)) yield lineOfGame(game)
    }
  }

  #write(name: string, lines: AsyncIterable<Entry<CatalogueLine>>, checkpoint: number): Promise<StoredFile> {
    return this.#checkpoints.write(name, lines, checkpoint, {
      partEntries: this.#partLines,
      keysOf: keysOfLine,
    })
  }

  /**
   * The games of a month with a key. Retries if a checkpoint has replaced the file in the meantime and removed its parts.
   */
  async #under(name: string, key: string): Promise<GameSummary[]> {
    for (;;) {
      const file = this.#manifest.file(name)
      try {
        if (!file) return []
        const games = (await this.#stored.find(file, key)).map(summaryOfLine)
        for (const game of games) this.#noteDay(game, file)
        return games
      } catch (error) {
        if (this.#manifest.file(name) === file) throw error
      }
    }
  }

  #noteDay({ id, day }: GameSummary, file: StoredFile): void {
    this.#dayOf.delete(id)
    this.#dayOf.set(id, { day, file })
    const [oldest] = this.#dayOf.keys()
    if (this.#dayOf.size > CACHED_GAMES && oldest !== undefined) this.#dayOf.delete(oldest)
  }
}

/** Unlike other files, a damaged one can be rebuilt. */
const problemOf = (path: string, error: unknown): DataFolderError =>
  error instanceof SyntaxError
    ? new DataFolderError(
        `${path} is damaged: ${error.message}. Restore it from a backup, or remove it and restart the server, which then rebuilds it from the games.`,
      )
    : readingError(path, error)
