import { chmod, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, DataFolderError, damaged, reasonOf } from './data-folder-error.ts'
import { FOLDER_MODE, writeDurably } from './durable-json-file.ts'
import { isInUse } from './manifest.ts'
import { migrateVersion1, removeVersion1 } from './migrate-version-1.ts'

/** Version of the folder's format. Each change of the format needs a new version and a migration here. */
const VERSION = 2

/** Creates the folder for this user only. A folder with other files keeps its permissions. */
export async function makeFolder(folder: string, onProblem: (problem: unknown) => void): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${folder} cannot be created: ${reasonOf(error)}. Choose another one with --data, or use --memory to store nothing.`,
    )
  }
  // If the folder cannot be read, opening it reports why.
  const names = await readdir(folder).catch(() => null)
  if (names?.length === 0 || names?.includes('version')) await chmod(folder, FOLDER_MODE).catch(onProblem)
}

/**
 * Marks a new data folder with its version, and migrates an older one after a backup.
 * @throws {DataFolderError} for a folder of a newer version, or if the version file is missing or damaged.
 */
export async function prepareFolder(folder: string): Promise<void> {
  const path = join(folder, 'version')
  const text = await readFile(path, 'utf8').catch((error) => {
    if (codeOf(error) !== 'ENOENT') throw error
    return null
  })
  if (text === null) {
    if (await isInUse(folder)) throw damaged(path, 'it is missing')
    return writeDurably(path, `${VERSION}\n`)
  }
  const version = Number(text)
  if (!Number.isInteger(version) || version < 1) throw damaged(path, 'it does not contain a version number')
  if (version > VERSION) {
    throw new DataFolderError(
      `The data folder ${folder} has version ${version}, but this program supports only up to version ${VERSION}. Run a newer Inkling, or choose another folder with --data.`,
    )
  }
  if (version < VERSION) {
    await migrateVersion1(folder)
    await writeDurably(path, `${VERSION}\n`)
  }
  await removeVersion1(folder)
}
