import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, DataFolderError } from './data-folder-error.ts'
import { writeDurably } from './durable-json-file.ts'

/** Raised with every change of what lies in a data folder; an older folder then needs a migration here. */
const VERSION = 1

/**
 * Marks a new data folder with its version, and checks that of one that is there.
 * @throws {DataFolderError} for a folder of a newer version, or a damaged mark.
 */
export async function checkFolderVersion(folder: string): Promise<void> {
  const path = join(folder, 'version')
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return writeDurably(path, `${VERSION}\n`)
  }
  const version = Number(text)
  if (!Number.isInteger(version) || version < 1) {
    throw new DataFolderError(
      `${path} is damaged: it should hold a number. Put back a copy of the folder from a backup.`,
    )
  }
  if (version > VERSION) {
    throw new DataFolderError(
      `The data folder ${folder} is of version ${version}, and this program knows version ${VERSION}. Use a newer program, or another folder with --data.`,
    )
  }
}
