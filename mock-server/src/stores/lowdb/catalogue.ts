import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import type { GameSummary } from '../../rules/history.ts'
import { type CatalogueLine, keysOfLine, lineOfGame, summaryOfLine } from './catalogue-line.ts'
import type { Checkpoints } from './checkpoints.ts'
import { DamagedFileError, type DataFolderError, readingError } from './data-folder-error.ts'
import type { Manifest, StoredFile } from './manifest.ts'
import type { Entry } from './sealed-json.ts'
import { StoredEntries } from './stored-entries.ts'

const monthOf = (day: GameDay): string => day.slice(0, 'YYYY-MM'.length)
const fileOf = (month: string): string => `catalogue/${month}`

/** A part with 100,000 lines is 20 MB, and a search takes about 0.4 ms per part. */
const PART_LINES = 100_000

/** Maximum number of games whose day is cached. */
const CACHED_GAMES = 10_000

interface CatalogueOptions {
  /** Maximum number of lines in a part. */
  readonly partLines?: number | undefined
  /** Called for a damaged file, which is then rebuilt. */
  readonly onProblem?: (problem: unknown) => void
}

/**
 * The games on disk, by id and by player. The file of a month has a short line for each game, which is found by the
 * indexes of its parts, so almost nothing stays in memory.
 */
export class Catalogue {
  readonly #manifest: Manifest
  readonly #checkpoints: Checkpoints
  readonly #stored: StoredEntries<CatalogueLine>
  readonly #partLines: number
  readonly #onProblem: (problem: unknown) => void
  /** The days of games, each with the file that says so: a checkpoint may replace it. */
  readonly #dayOf = new Map<string, { readonly day: GameDay; readonly file: StoredFile }>()

  constructor(folder: string, manifest: Manifest, checkpoints: Checkpoints, options: CatalogueOptions = {}) {
    const { partLines = PART_LINES, onProblem = () => {} } = options
    this.#manifest = manifest
    this.#checkpoints = checkpoints
    this.#stored = new StoredEntries({ folder, keysOf: keysOfLine, problemOf, onProblem })
    this.#partLines = partLines
    this.#onProblem = onProblem
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
   * Writes the file of a month after some of its days have changed. A damaged one is rebuilt from the games.
   * @param changed the current games of these days
   * @param checkpoint see {@link Checkpoints.write}
   */
  async writeChanged(
    name: string,
    changed: ReadonlyMap<GameDay, readonly Game[]>,
    checkpoint: number,
  ): Promise<StoredFile> {
    const withStored = (stored: AsyncIterable<Entry<CatalogueLine>>) =>
      this.#write(name, linesAfter(name, stored, changed), checkpoint)
    try {
      return await withStored(this.#checkpoints.entries<CatalogueLine>(name))
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error
      this.#onProblem(rebuilt(error))
      return withStored(this.#linesOfGames(name, changed))
    }
  }

  /** Whether this is a part of a file of the catalogue. */
  owns(part: string): boolean {
    return part.startsWith('catalogue/')
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

  /** The lines of a month, from the games of its days except those that have changed. */
  async *#linesOfGames(
    name: string,
    changed?: ReadonlyMap<GameDay, unknown>,
  ): AsyncGenerator<Entry<CatalogueLine>> {
    for (const day of this.#checkpoints.days()) {
      if (fileOf(monthOf(day)) !== name || changed?.has(day)) continue
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

/** The lines of a month after some of its days have changed. */
async function* linesAfter(
  name: string,
  stored: AsyncIterable<Entry<CatalogueLine>>,
  changed: ReadonlyMap<GameDay, readonly Game[]>,
): AsyncGenerator<Entry<CatalogueLine>> {
  for await (const entry of stored) {
    if (!changed.has(entry[1][0])) yield entry
  }
  for (const [day, games] of changed) {
    if (fileOf(monthOf(day)) === name) for (const game of games) yield lineOfGame(game)
  }
}

/** Unlike other files, a damaged one can be rebuilt. */
function problemOf(path: string, error: unknown): DataFolderError {
  const problem = readingError(path, error)
  if (!(problem instanceof DamagedFileError)) return problem
  return new DamagedFileError(
    path,
    problem.why,
    'Restore it from a backup, or remove it and restart the server, which then rebuilds it from the games.',
  )
}

/** Reports a damaged file of the catalogue that is being rebuilt. */
export const rebuilt = ({ path, why }: DamagedFileError): DamagedFileError =>
  new DamagedFileError(path, why, 'It is rebuilt from the games.')
