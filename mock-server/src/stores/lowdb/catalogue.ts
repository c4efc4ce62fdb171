import { join } from 'node:path'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import { type GameSummary, summaryOf } from '../../rules/history.ts'
import type { Checkpoints } from './checkpoints.ts'
import { DataFolderError, readingError } from './data-folder-error.ts'
import { blocksOf } from './lines.ts'
import type { Manifest, StoredFile } from './manifest.ts'
import { checkedBlocks, type Entry, entryOf } from './sealed-json.ts'
import { StoredEntries } from './stored-entries.ts'

const monthOf = (day: GameDay): string => day.slice(0, 'YYYY-MM'.length)
const fileOf = (month: string): string => `catalogue/${month}`

/** Maximum number of games whose day is cached. */
const CACHED_GAMES = 10_000

/** A game as a line of the catalogue. `playedBy` has positions in `userIds`, and the ids of players not listed there. */
type Line = readonly [
  day: GameDay,
  createdAt: string,
  userIds: readonly string[],
  playedBy: readonly (number | string)[],
]

/**
 * An index of the games on disk, by id and by player. The file of a month has a short line for each game. A search reads
 * the files and parses only the matching lines, so almost nothing stays in memory.
 */
export class Catalogue {
  readonly #folder: string
  readonly #manifest: Manifest
  readonly #checkpoints: Checkpoints
  readonly #stored: StoredEntries
  readonly #dayOf = new Map<string, GameDay>()

  constructor(folder: string, manifest: Manifest, checkpoints: Checkpoints) {
    this.#folder = folder
    this.#manifest = manifest
    this.#checkpoints = checkpoints
    this.#stored = new StoredEntries(folder, problemOf)
  }

  /**
   * The day of a game on disk.
   * @throws {DataFolderError} if a file is missing or damaged.
   */
  async dayOf(id: string): Promise<GameDay | undefined> {
    const known = this.#dayOf.get(id)
    if (known !== undefined) return known
    for (const name of this.#manifest.namesIn('catalogue')) {
      const line = await this.#current(name, (file) => this.#stored.read<Line>(file, id))
      if (line) return this.#summaryOf([id, line]).day
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
      const found = (await this.#current(name, (file) => this.#search(file, JSON.stringify(userId)))) ?? []
      for (const game of found) if (game.userIds.includes(userId)) games.push(game)
    }
    return games
  }

  /** The files that change with the games of these days. */
  filesOf(days: Iterable<GameDay>): string[] {
    return [...new Set([...days].map((day) => fileOf(monthOf(day))))]
  }

  /**
   * The new entries of the file of a month after some of its days have changed.
   * @param changed the current games of these days
   */
  async *entries(
    file: string,
    changed: ReadonlyMap<GameDay, Iterable<Game> | AsyncIterable<Game>>,
  ): AsyncGenerator<Entry<Line>> {
    for await (const entry of this.#checkpoints.entries<Line>(file)) {
      if (!changed.has(entry[1][0])) yield entry
    }
    for (const [day, games] of changed) {
      if (fileOf(monthOf(day)) === file) for await (const game of games) yield lineOf(game)
    }
  }

  /** Rebuilds the files that have lost one of these parts, from the games. */
  async rebuild(missing: readonly string[]): Promise<void> {
    for (const name of this.#manifest.namesIn('catalogue')) {
      if (!this.#manifest.file(name)?.parts.some((part) => missing.includes(part))) continue
      const number = this.#manifest.journals.at(-1) ?? 0
      await this.#manifest.replace({
        files: { [name]: await this.#checkpoints.write(name, this.#entriesOfGames(name), number) },
      })
    }
  }

  /** The entries of the file of a month, from the games of its days. */
  async *#entriesOfGames(file: string): AsyncGenerator<Entry<Line>> {
    for (const day of this.#checkpoints.days()) {
      if (fileOf(monthOf(day)) !== file) continue
      for (const game of await this.#checkpoints.games(day)) yield lineOf(game)
    }
  }

  /** Runs `work` on a file. Retries if a checkpoint has replaced the file in the meantime and removed its parts. */
  async #current<T>(name: string, work: (file: StoredFile) => Promise<T>): Promise<T | undefined> {
    for (;;) {
      const file = this.#manifest.file(name)
      try {
        return file && (await work(file))
      } catch (error) {
        if (this.#manifest.file(name) === file) throw error
      }
    }
  }

  /** Games whose lines contain a text. */
  async #search(file: StoredFile, text: string): Promise<GameSummary[]> {
    const games: GameSummary[] = []
    for (const part of file.parts) {
      const path = join(this.#folder, part)
      try {
        for await (const block of checkedBlocks(blocksOf(path))) {
          for (let at = block.indexOf(text), end = 0; at >= 0; at = block.indexOf(text, end)) {
            end = block.indexOf('\n', at) + 1
            const line = block.subarray(block.lastIndexOf('\n', at) + 1, end)
            games.push(this.#summaryOf(entryOf<Line>(line)))
          }
        }
      } catch (error) {
        throw problemOf(path, error)
      }
    }
    return games
  }

  #summaryOf([id, [day, createdAt, userIds, played]]: Entry<Line>): GameSummary {
    this.#dayOf.delete(id)
    this.#dayOf.set(id, day)
    const [oldest] = this.#dayOf.keys()
    if (this.#dayOf.size > CACHED_GAMES && oldest !== undefined) this.#dayOf.delete(oldest)
    const playedBy = played.flatMap((who) => (typeof who === 'string' ? who : (userIds[who] ?? [])))
    return { id, day, createdAt, userIds, playedBy }
  }
}

/** Unlike other files, a damaged one can be rebuilt. */
const problemOf = (path: string, error: unknown): DataFolderError =>
  error instanceof SyntaxError
    ? new DataFolderError(
        `${path} is damaged: ${error.message}. Restore it from a backup, or remove it and restart the server, which then rebuilds it from the games.`,
      )
    : readingError(path, error)

function lineOf(game: Game): Entry<Line> {
  const { id, day, createdAt, userIds, playedBy } = summaryOf(game)
  const played = playedBy.map((userId) => {
    const at = userIds.indexOf(userId)
    return at < 0 ? userId : at
  })
  return [id, [day, createdAt, userIds, played]]
}
