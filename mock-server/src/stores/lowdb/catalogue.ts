import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import { type GameSummary, summaryOf } from '../../rules/history.ts'
import type { Checkpoints } from './checkpoints.ts'
import { DataFolderError, readingError } from './data-folder-error.ts'
import type { Manifest, StoredFile } from './manifest.ts'
import { checkSeal, type Entry, entryOf } from './sealed-json.ts'

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
  /** Files whose checksums have been verified. */
  readonly #checked = new WeakSet<StoredFile>()
  /** CRC-32 of each key in a file. They rule out unknown ids, which anyone may request, without reading the file. */
  readonly #checksums = new WeakMap<StoredFile, Int32Array>()
  readonly #dayOf = new Map<string, GameDay>()

  constructor(folder: string, manifest: Manifest, checkpoints: Checkpoints) {
    this.#folder = folder
    this.#manifest = manifest
    this.#checkpoints = checkpoints
  }

  /**
   * The day of a game on disk.
   * @throws {DataFolderError} if a file is missing or damaged.
   */
  async dayOf(id: string): Promise<GameDay | undefined> {
    const known = this.#dayOf.get(id)
    if (known !== undefined) return known
    const key = JSON.stringify(id)
    for (const name of this.#manifest.namesIn('catalogue')) {
      if (!(await this.#current(name, (file) => this.#mayHold(file, key)))) continue
      const [game] = (await this.#current(name, (file) => this.#search(file, `\n${key}:`))) ?? []
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

  /** Runs `work` on a file. Retries if a checkpoint has replaced the file meanwhile and removed its parts. */
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

  async #mayHold(file: StoredFile, key: string): Promise<boolean> {
    let checksums = this.#checksums.get(file)
    if (!checksums) {
      const all: number[] = []
      for (const part of file.parts) {
        for (const each of keysIn(await this.#read(part, !this.#checked.has(file)))) all.push(crc32(each))
      }
      checksums = Int32Array.from(all)
      this.#checksums.set(file, checksums)
      this.#checked.add(file)
    }
    return checksums.includes(crc32(key) | 0)
  }

  /** Games whose lines contain a text. The text for a key must begin with the line feed before it. */
  async #search(file: StoredFile, text: string): Promise<GameSummary[]> {
    const games: GameSummary[] = []
    for (const part of file.parts) {
      const bytes = await this.#read(part, !this.#checked.has(file))
      for (let at = bytes.indexOf(text), end = 0; at >= 0; at = bytes.indexOf(text, end)) {
        const start = text.startsWith('\n') ? at + 1 : bytes.lastIndexOf('\n', at) + 1
        end = bytes.indexOf('\n', start)
        // The last line is the seal.
        if (end < 0) break
        games.push(this.#summaryOf(entryOf<Line>(bytes.subarray(start, end + 1))))
      }
    }
    this.#checked.add(file)
    return games
  }

  async #read(part: string, isUnknown: boolean): Promise<Buffer> {
    const path = join(this.#folder, part)
    try {
      const bytes = await readFile(path)
      if (isUnknown) checkSeal(bytes)
      return bytes
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw readingError(path, error)
      throw new DataFolderError(
        `${path} is damaged: ${error.message}. Restore it from a backup, or remove it and restart the server, which then rebuilds it from the games.`,
      )
    }
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

/** The keys of all lines, as JSON. */
function* keysIn(bytes: Buffer): Generator<Buffer> {
  for (let start = bytes.indexOf('\n') + 1, end = bytes.indexOf('\n', start); end >= 0; ) {
    yield bytes.subarray(start, bytes.indexOf('":', start) + 1)
    start = end + 1
    end = bytes.indexOf('\n', start)
  }
}

function lineOf(game: Game): Entry<Line> {
  const { id, day, createdAt, userIds, playedBy } = summaryOf(game)
  const played = playedBy.map((userId) => {
    const at = userIds.indexOf(userId)
    return at < 0 ? userId : at
  })
  return [id, [day, createdAt, userIds, played]]
}
