import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Low } from 'lowdb'
import { type CollectionName, type Collections, collections } from '../../engine/store.ts'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import { type GameSummary, summaryOf } from '../../rules/history.ts'
import type { Change, Documents } from '../documents.ts'
import { DurableJsonFile } from './durable-json-file.ts'

/** What one file holds: documents by id. */
type FileData = Record<string, Collections[CollectionName]>

/** A file with a list in it; folders of the first days have the bare list. */
type Listed<T> = T[] | { readonly list: T[] }

const listOf = <T>(written: Listed<T>): T[] => (Array.isArray(written) ? written : written.list)

const GAMES = 'games'
const CATALOGUE = 'catalogue'
const OPEN_DAYS = 'open-days'

/**
 * lowdb files as they were at a checkpoint: games in one for each day with a short one beside it that sums them up,
 * everything else in one for its collection.
 */
export class Checkpoints {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * Everything but games.
   * @throws {DataFolderError} when a file is damaged or cannot be read.
   */
  async load(documents: Documents): Promise<void> {
    await mkdir(join(this.#folder, GAMES), { recursive: true })
    for (const collection of Object.keys(collections) as CollectionName[]) {
      if (collection === GAMES) continue
      const data = await this.#read<FileData>(collection, {})
      documents.apply(Object.entries(data).map(([id, document]) => ({ collection, id, document })))
    }
  }

  /** Days of which there are games. */
  async days(): Promise<GameDay[]> {
    const names = await readdir(join(this.#folder, GAMES))
    return names.flatMap((name) => (name.endsWith('.json') ? name.slice(0, -'.json'.length) : []))
  }

  /** Days with games that were open at the last checkpoint; null when nobody has written them down. */
  async openDays(): Promise<GameDay[] | null> {
    const written = await this.#read<Listed<GameDay> | null>(OPEN_DAYS, null)
    return written && listOf(written)
  }

  writeOpenDays(days: readonly GameDay[]): Promise<void> {
    return this.#write(OPEN_DAYS, { list: days })
  }

  /** @throws {DataFolderError} when the file is damaged or cannot be read. */
  async games(day: GameDay): Promise<Game[]> {
    return Object.values(await this.#read<Record<string, Game>>(`${GAMES}/${day}`, {}))
  }

  /** The games of a day, summed up; from the games themselves when that file is missing. */
  async catalogue(day: GameDay): Promise<GameSummary[]> {
    const written = await this.#read<Listed<GameSummary> | null>(`${CATALOGUE}/${day}`, null)
    return written ? listOf(written) : (await this.games(day)).map(summaryOf)
  }

  /** What belongs into one file now. */
  snapshot(name: string, documents: Documents): FileData {
    const [collection, day] = name.split('/') as [CollectionName, string?]
    const ids = day === undefined ? documents.ids(collection) : documents.find(GAMES, 'day', day)
    // Without a prototype: ids may be of somebody else's choice, '__proto__' included.
    const data: FileData = Object.create(null)
    for (const id of ids) {
      const document = documents.get(collection, id)
      if (document) data[id] = document
    }
    return data
  }

  async write(name: string, data: FileData): Promise<void> {
    await this.#write(name, data)
    const [collection, day] = name.split('/')
    if (collection !== GAMES) return
    const list = Object.values(data as Record<string, Game>).map(summaryOf)
    await this.#write(`${CATALOGUE}/${day}`, { list })
  }

  async #read<T extends object | null>(name: string, nothing: T): Promise<T> {
    const file = this.#file(name, nothing)
    await file.read()
    return file.data
  }

  async #write<T extends object>(name: string, data: T): Promise<void> {
    const file = this.#file(name, data)
    await file.write()
  }

  #file<T extends object | null>(name: string, data: T): Low<T> {
    return new Low<T>(new DurableJsonFile(join(this.#folder, `${name}.json`)), data)
  }
}

/** The file that a change belongs to; null when it removes what is not there. `before` is the document that it replaces. */
export function fileOf(
  { collection, document }: Change,
  before: Collections[CollectionName] | undefined,
): string | null {
  if (collection !== GAMES) return collection
  const game = (document ?? before) as Collections['games'] | undefined
  return game ? `${GAMES}/${game.day}` : null
}
