import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { Low } from 'lowdb'
import { Slice } from '../../engine/slice.ts'
import { type CollectionName, type Collections, collections } from '../../engine/store.ts'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import { idOf } from '../shared/document-keys.ts'
import type { Change, Documents } from '../shared/documents.ts'
import { readingError } from './data-folder-error.ts'
import { DurableJsonFile, type Entries, FOLDER_MODE } from './durable-json-file.ts'
import type { Manifest, StoredFile } from './manifest.ts'
import { IndexBuilder, indexOf } from './part-index.ts'
import type { Entry } from './sealed-json.ts'
import { type KeysOf, StoredEntries } from './stored-entries.ts'

type AnyDocument = Collections[CollectionName]

const GAMES = 'games'
/** Folders of checkpoint files, and of their indexes. */
const FOLDERS = [GAMES, 'catalogue'].flatMap((folder) => [folder, indexOf(folder)])

/** A part with 10,000 users is 3 MB, one with 10,000 games 30 MB. */
const PART_DOCUMENTS = 10_000

const ownKey: KeysOf<unknown> = ([key]) => [key]

interface CheckpointsOptions {
  /** Maximum number of documents in a part. */
  readonly partDocuments?: number | undefined
  /** Called for a problem that loses nothing. */
  readonly onProblem?: (problem: unknown) => void
}

interface PartOptions<T> {
  /** Maximum number of entries in a part. */
  readonly partEntries?: number
  /** The keys under which single entries can be found; by default, a game by its id, and nothing else. */
  readonly keysOf?: KeysOf<T>
}

/**
 * The lowdb files of a checkpoint: one per day of games, and one per other collection. A file with many documents has
 * several parts. Parts never change: each checkpoint writes new ones under new names.
 */
export class Checkpoints {
  readonly #folder: string
  readonly #manifest: Manifest
  readonly #partDocuments: number
  readonly #stored: StoredEntries<Game>

  constructor(folder: string, manifest: Manifest, options: CheckpointsOptions = {}) {
    const { partDocuments = PART_DOCUMENTS, onProblem = () => {} } = options
    this.#folder = folder
    this.#manifest = manifest
    this.#partDocuments = partDocuments
    this.#stored = new StoredEntries<Game>({ folder, keysOf: ownKey, problemOf: readingError, onProblem })
  }

  /**
   * Loads all documents except games.
   * @throws {DataFolderError} if a file is missing, damaged or cannot be read.
   */
  async load(documents: Documents): Promise<void> {
    for (const name of FOLDERS) await mkdir(join(this.#folder, name), { recursive: true, mode: FOLDER_MODE })
    for (const collection of Object.keys(collections) as CollectionName[]) {
      if (collection === GAMES) continue
      // The key of an entry would be a second copy of the id in memory.
      for await (const [, document] of this.entries<AnyDocument>(collection)) {
        documents.apply([{ collection, id: idOf(collection, document), document }])
      }
    }
  }

  /** Days with games that were open at the last checkpoint. */
  get openDays(): readonly GameDay[] {
    return this.#manifest.openDays
  }

  /** Days that have a file. */
  days(): GameDay[] {
    return this.#manifest.namesIn(GAMES).flatMap((name) => dayOf(name) ?? [])
  }

  hasDay(day: GameDay): boolean {
    return this.#manifest.file(`${GAMES}/${day}`) !== undefined
  }

  /** How many games the file of a day has. */
  countGames(day: GameDay): number {
    return this.#manifest.file(`${GAMES}/${day}`)?.documents ?? 0
  }

  /**
   * One game of a day, without reading the others.
   * @throws {DataFolderError} if the file of the day is missing, damaged or cannot be read.
   */
  async game(day: GameDay, id: string): Promise<Game | undefined> {
    const file = this.#manifest.file(`${GAMES}/${day}`)
    const [entry] = file ? await this.#stored.find(file, id) : []
    return entry?.[1]
  }

  /** @throws {DataFolderError} if a file is missing, damaged or cannot be read. */
  async games(day: GameDay): Promise<Game[]> {
    const games: Game[] = []
    for await (const [, game] of this.entries<Game>(`${GAMES}/${day}`)) games.push(game)
    return games
  }

  /**
   * The documents of a file by their keys, part by part. They are valid only after all were read.
   * @throws {DataFolderError} if a part is missing, damaged or cannot be read.
   */
  async *entries<T>(name: string): AsyncGenerator<Entry<T>> {
    for (const part of this.#manifest.file(name)?.parts ?? []) {
      const file = new Low<Entries<T>>(new DurableJsonFile(join(this.#folder, part)), [])
      await file.read()
      yield* file.data
    }
  }

  /** The documents of one file, by their keys. */
  parts(name: string, documents: Documents): readonly ReadonlyMap<string, AnyDocument>[] {
    const day = dayOf(name)
    return day === undefined ? documents.parts(name as CollectionName) : documents.partsOfDay(day)
  }

  /**
   * Writes the parts of a file. They become valid when the manifest names them.
   * @param checkpoint number of the checkpoint, in the names of the parts
   */
  async write<T>(
    name: string,
    entries: Entries<T>,
    checkpoint: number,
    options: PartOptions<T> = {},
  ): Promise<StoredFile> {
    const { partEntries = this.#partDocuments, keysOf = dayOf(name) === undefined ? null : ownKey } = options
    const parts: string[] = []
    let bytes = 0
    let documents = 0
    try {
      for await (const some of inParts(entries, partEntries)) {
        const part = `${name}.${checkpoint}-${parts.length + 1}.json`
        parts.push(part)
        await this.#writePart(part, some, keysOf)
        bytes += (await stat(join(this.#folder, part))).size
        documents += some.length
      }
    } catch (error) {
      await this.remove(parts)
      throw error
    }
    return { parts, documents, bytes }
  }

  async #writePart<T>(part: string, entries: Entries<T>, keysOf: KeysOf<T> | null): Promise<void> {
    const index = new IndexBuilder()
    const file = new DurableJsonFile<T>(join(this.#folder, part), (entry, line) => {
      if (keysOf) index.add(keysOf(entry), line)
    })
    await new Low(file, entries).write()
    if (keysOf) await (await index.build(this.#folder, part)).write()
  }

  /** Removes parts and their indexes. */
  async remove(parts: Iterable<string>): Promise<void> {
    for (const part of parts) {
      for (const path of [indexOf(part), part]) await rm(join(this.#folder, path), { force: true })
    }
  }

  /** Bytes on disk of the named files. */
  bytes(names: Iterable<string>): number {
    let bytes = 0
    for (const name of names) bytes += this.#manifest.file(name)?.bytes ?? 0
    return bytes
  }

  /**
   * Removes leftovers of a crash: parts that the manifest does not name, and temporary files. If a part is missing, nothing
   * is removed: the manifest may be the wrong one.
   * @returns the missing parts
   */
  async tidy(): Promise<string[]> {
    const found = new Set<string>()
    for (const folder of ['.', ...FOLDERS]) {
      for (const name of await readdir(join(this.#folder, folder))) found.add(posix.join(folder, name))
    }
    const { parts } = this.#manifest
    const missing = parts.filter((part) => !found.has(part))
    if (missing.length === 0) {
      const used = new Set([...parts, ...parts.map(indexOf)])
      const leftOver = [...found].filter((path) => !used.has(path) && LEFT_OVER.test(path))
      for (const path of leftOver) await rm(join(this.#folder, path), { force: true })
    }
    return missing
  }
}

/** Splits entries into arrays of a given size. */
async function* inParts<T>(entries: Entries<T>, partEntries: number): AsyncGenerator<Entry<T>[]> {
  let part: Entry<T>[] = []
  const slice = new Slice()
  for await (const entry of entries) {
    if (slice.isOver) await slice.next()
    if (part.push(entry) < partEntries) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

const INDEXED_PART = '(?:games/\\d{4}-\\d\\d-\\d\\d|catalogue/\\d{4}-\\d\\d)\\.\\d+-\\d+'
const PART = `(?:${INDEXED_PART}|(?:${Object.keys(collections).join('|')})\\.\\d+-\\d+)\\.json`
const INDEX = `index/${INDEXED_PART}\\.bin`
/** Parts, indexes and temporary files. Nothing else is removed, because the folder may contain other files. */
const LEFT_OVER = new RegExp(
  `^(?:${PART}|${INDEX}|(?:${PART}|${INDEX}|manifest\\.json|secrets\\.json|admin-key|version)\\.\\d+-\\d+\\.tmp)$`,
)

/**
 * The file that a change affects; null if it removes a missing game.
 * @param before the document that the change replaces
 */
export function fileOf({ collection, document }: Change, before: AnyDocument | undefined): string | null {
  if (collection !== GAMES) return collection
  const game = (document ?? before) as Collections['games'] | undefined
  return game ? `${GAMES}/${game.day}` : null
}

/** The day of a file with games; undefined for other files. */
export const dayOf = (name: string): GameDay | undefined =>
  name.startsWith(`${GAMES}/`) ? name.slice(`${GAMES}/`.length) : undefined
