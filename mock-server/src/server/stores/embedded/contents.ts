import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Game } from '../../../core/rules/game/game.ts'
import { type CollectionName, type Collections, collections } from '../../../engine/collections.ts'
import { replaceFile } from '../../platform/replace-file.ts'
import type { Change, Documents } from '../shared/documents.ts'
import { damaged, readingError } from './data-folder-error.ts'
import { readSealed, sealedJson } from './sealed-json.ts'

export const CONTENTS = 'folder.json'

type AnyDocument = Collections[CollectionName]

const contents = z.object({
  /** The document files that must exist. */
  files: z.array(z.string()),
  /** The numbers of the journals that must exist, oldest first. The last one is being written. */
  journals: z.array(z.int().check(z.positive())),
})

/** What a data folder must contain, so that a missing file is reported instead of read as empty. */
export type Contents = z.infer<typeof contents>

/** @throws {DataFolderError} if the list is missing or damaged. */
export async function readContents(folder: string): Promise<Contents> {
  const path = join(folder, CONTENTS)
  try {
    return contents.parse(readSealed(await readFile(path)))
  } catch (error) {
    if (error instanceof z.core.$ZodError) throw damaged(path, 'it does not list files and journals')
    throw readingError(path, error)
  }
}

export const writeContents = (folder: string, value: Contents): Promise<void> =>
  replaceFile(join(folder, CONTENTS), sealedJson(value))

export const journalName = (number: number): string => `journal-${number}.log`

/**
 * The files that changes concern: one per day of games, and one per other collection.
 * @param documents without the changes
 */
export const filesOf = (changes: readonly Change[], documents: Documents): string[] =>
  changes.flatMap(({ collection, id, document }) => {
    if (collection !== 'games') return [`${collection}.json`]
    const games = [documents.get(collection, id), document as Game | null]
    return games.flatMap((game) => (game ? [`games/${game.day}.json`] : []))
  })

/** The files of all documents. */
export const allFilesOf = (documents: Documents): string[] => [
  ...documents.days.filter((day) => documents.hasGames(day)).map((day) => `games/${day}.json`),
  ...(Object.keys(collections) as CollectionName[])
    .filter((name) => name !== 'games' && documents.count(name) > 0)
    .map((name) => `${name}.json`),
]

const DAY_FILE = /^games\/(.+)\.json$/

/** The documents of a file, in no particular order. */
export function documentsOf(file: string, documents: Documents): AnyDocument[] {
  const day = DAY_FILE.exec(file)?.[1]
  return day === undefined ? [...documents.all(collectionOf(file))] : documents.gamesOfDay(day)
}

export const collectionOf = (file: string): CollectionName =>
  DAY_FILE.test(file) ? 'games' : (file.slice(0, -'.json'.length) as CollectionName)
