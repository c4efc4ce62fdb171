import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Low } from 'lowdb'
import { type CollectionName, type Collections, collections } from '../../engine/store.ts'
import type { Change, Documents } from '../documents.ts'
import { DurableJsonFile } from './durable-json-file.ts'

/** What one file holds: documents by id. */
type FileData = Record<string, Collections[CollectionName]>

const GAMES = 'games'

/** lowdb files as they were at a checkpoint: games in one for each day, everything else in one for its collection. */
export class Checkpoints {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** @throws {DataFolderError} when a file is damaged or cannot be read. */
  async load(documents: Documents): Promise<void> {
    await mkdir(join(this.#folder, GAMES), { recursive: true })
    const days = (await readdir(join(this.#folder, GAMES))).filter((name) => name.endsWith('.json'))
    for (const collection of Object.keys(collections) as CollectionName[]) {
      const names = collection === GAMES ? days.map((day) => `${GAMES}/${day.slice(0, -5)}`) : [collection]
      for (const name of names) {
        const file = this.#file(name)
        await file.read()
        documents.apply(Object.entries(file.data).map(([id, document]) => ({ collection, id, document })))
      }
    }
  }

  /** What belongs into one file now. */
  snapshot(name: string, documents: Documents): FileData {
    const [collection, day] = name.split('/') as [CollectionName, string?]
    const ids = day === undefined ? documents.ids(collection) : documents.find(GAMES, 'day', day)
    const data: FileData = {}
    for (const id of ids) {
      const document = documents.get(collection, id)
      if (document) data[id] = document
    }
    return data
  }

  async write(name: string, data: FileData): Promise<void> {
    const file = this.#file(name)
    file.data = data
    await file.write()
  }

  #file(name: string): Low<FileData> {
    return new Low<FileData>(new DurableJsonFile(join(this.#folder, `${name}.json`)), {})
  }
}

/** The file that a change belongs to; `before` is the document that it replaces. */
export function fileOf(
  { collection, document }: Change,
  before: Collections[CollectionName] | undefined,
): string {
  if (collection !== GAMES) return collection
  const game = (document ?? before) as Collections['games'] | undefined
  if (!game) throw new Error('A game that is not there cannot be removed')
  return `${GAMES}/${game.day}`
}
