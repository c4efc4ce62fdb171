import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Low } from 'lowdb'
import { type CollectionName, type Collections, collections } from '../../engine/store.ts'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import { type GameSummary, summaryOf } from '../../rules/history.ts'
import { type Change, type Documents, idOf } from '../documents.ts'
import { DurableJsonFile, type Entries } from './durable-json-file.ts'

type AnyDocument = Collections[CollectionName]

/** A file with a list in it; folders of the first days have the bare list, whose entries are its items. */
const listOf = <T>(entries: readonly (readonly [key: string, value: unknown])[]): T[] => {
  const [first] = entries
  return (first?.[0] === 'list' ? first[1] : entries.map(([, item]) => item)) as T[]
}

const GAMES = 'games'
const CATALOGUE = 'catalogue'
const OPEN_DAYS = 'open-days'

/**
 * lowdb files as they were at a checkpoint: games in one for each day with a short one beside it that sums them up,
 * everything else in one for its collection.
 */
export class Checkpoints {
  readonly #folder: string
  /** Of each file that this process has written. */
  readonly #bytes = new Map<string, number>()

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
      const entries = (await this.#read<AnyDocument>(collection)) ?? []
      documents.apply(entries.map(([id, document]) => ({ collection, id, document })))
    }
  }

  /** Days of which there are games. */
  async days(): Promise<GameDay[]> {
    const names = await readdir(join(this.#folder, GAMES))
    return names.flatMap((name) => (name.endsWith('.json') ? name.slice(0, -'.json'.length) : []))
  }

  /** Days with games that were open at the last checkpoint; null when nobody has written them down. */
  async openDays(): Promise<GameDay[] | null> {
    const written = await this.#read(OPEN_DAYS)
    return written && listOf(written)
  }

  writeOpenDays(days: readonly GameDay[]): Promise<void> {
    return this.#write(OPEN_DAYS, [['list', days]])
  }

  /** @throws {DataFolderError} when the file is damaged or cannot be read. */
  async games(day: GameDay): Promise<Game[]> {
    return ((await this.#read<Game>(`${GAMES}/${day}`)) ?? []).map(([, game]) => game)
  }

  /** The games of a day, summed up; from the games themselves when that file is missing. */
  async catalogue(day: GameDay): Promise<GameSummary[]> {
    const written = await this.#read(`${CATALOGUE}/${day}`)
    return written ? listOf(written) : (await this.games(day)).map(summaryOf)
  }

  /** What belongs into one file now. This keeps everybody waiting, so it only lists documents, which never change. */
  snapshot(name: string, documents: Documents): readonly AnyDocument[] {
    const [collection, day] = name.split('/') as [CollectionName, string?]
    if (day === undefined) return documents.all(collection)
    return documents.find(GAMES, 'day', day).flatMap((id) => documents.get(GAMES, id) ?? [])
  }

  async write(name: string, data: readonly AnyDocument[]): Promise<void> {
    const [collection, day] = name.split('/') as [CollectionName, string?]
    await this.#write(name, byId(collection, data))
    this.#bytes.set(name, (await stat(this.#path(name))).size)
    if (collection !== GAMES) return
    await this.#write(`${CATALOGUE}/${day}`, [['list', (data as readonly Game[]).map(summaryOf)]])
  }

  /** Bytes on the disk, of files by their names; one that this process has not written counts for nothing. */
  bytes(names: Iterable<string>): number {
    let bytes = 0
    for (const name of names) bytes += this.#bytes.get(name) ?? 0
    return bytes
  }

  /** Null when there is no such file. */
  async #read<T>(name: string): Promise<(readonly [key: string, value: T])[] | null> {
    const file = this.#file<T>(name, null)
    await file.read()
    return file.data && [...file.data]
  }

  async #write<T>(name: string, entries: Entries<T>): Promise<void> {
    await this.#file(name, entries).write()
  }

  #file<T>(name: string, data: Entries<T> | null): Low<Entries<T> | null> {
    return new Low(new DurableJsonFile<T>(this.#path(name)), data)
  }

  #path(name: string): string {
    return join(this.#folder, `${name}.json`)
  }
}

function* byId(collection: CollectionName, data: readonly AnyDocument[]): Generator<[string, AnyDocument]> {
  for (const document of data) yield [idOf(collection, document), document]
}

/** The file that a change belongs to; null when it removes what is not there. `before` is the document that it replaces. */
export function fileOf({ collection, document }: Change, before: AnyDocument | undefined): string | null {
  if (collection !== GAMES) return collection
  const game = (document ?? before) as Collections['games'] | undefined
  return game ? `${GAMES}/${game.day}` : null
}
