import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { idOf } from '../../../engine/collections.ts'
import { DRAFT, FOLDER_MODE, replaceFile } from '../../platform/replace-file.ts'
import { type Change, collectionOf, Documents } from '../shared/documents.ts'
import { DataFolderError, damaged, reasonOf, systemCode } from './data-folder-error.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { firstLine, Journal, readJournal } from './journal.ts'
import { DocumentFile, readSealedFile, sealedJson } from './sealed-file.ts'

/** Version of the folder's format. A change of the format needs a new version, and a migration from the one before. */
const VERSION = 3

/** Files of a folder that a server has used, beside which a missing `version` or `folder.json` means damage. */
const SIGN_OF_USE = /^(?:folder\.json|journal-\d+\.log|drawings|games|secrets\.json)$/
/** Files of a folder whose creation was interrupted. */
const NEW_FILE = /^(?:version|lock|.+\.tmp)$/
const JOURNAL = /^journal-(\d+)\.log$/
const DAY_FILE = /^games\/\d{4}-\d\d-\d\d\.json$/
const CONTENTS = 'folder.json'

/** The file of a part of the documents. */
export const fileOf = (part: string): string => `${part}.json`
export const partIn = (file: string): string => file.slice(0, -'.json'.length)
export const journalName = (number: number): string => `journal-${number}.log`

const contents = z.object({
  /** The document files that must exist. */
  files: z.array(z.string()),
  /** The numbers of the journals that must exist, oldest first. The last one is being written. */
  journals: z.array(z.int().check(z.positive())),
})

/** What a data folder must contain, so that a missing file is reported instead of read as empty. */
export type Contents = z.infer<typeof contents>

export const writeContents = (folder: string, value: Contents): Promise<void> =>
  replaceFile(join(folder, CONTENTS), sealedJson(value))

export interface OpenFolder {
  readonly path: string
  readonly lock: FolderLock
  readonly documents: Documents
}

/** A data folder with what is on the disk. */
export interface WritableFolder extends OpenFolder {
  contents: Contents
  /** The one that is being written. */
  journal: Journal
  /** The parts of the documents whose files lack changes of the journals. */
  dirty: Set<string>
}

/**
 * Opens or creates a data folder and loads its documents.
 * @param options.isReadOnly changes nothing in it, so that it may be on a read-only file system
 * @param options.onProblem called for permissions that cannot be changed
 * @throws {DataFolderError} if it cannot be written, is in use, is not a data folder, has another version, or contains a
 * damaged file. Then nothing in it is changed.
 */
export async function openFolder(
  path: string,
  {
    isReadOnly = false,
    onProblem = () => {},
  }: { isReadOnly?: boolean; onProblem?: (problem: unknown) => void },
): Promise<OpenFolder | WritableFolder> {
  if (!isReadOnly) await makeFolder(path).catch((error) => refuseNew(path, error))
  const names = await checkFolder(path)
  const isNew = !isUsed(names)
  if (isReadOnly && isNew) throw new DataFolderError(`${path} is not a data folder.`)
  const lock = await lockFolder(path, { isReadOnly })
  try {
    if (!isReadOnly && !isUsed(await namesIn(path))) await create(path)
    const documents = documentsIn(path)
    const contents = await readContents(path)
    for (const file of contents.files) await documents.read(partIn(file))
    const dirty = new Set<string>()
    for await (const changes of readJournals(path, contents, { keepsTornEnd: isReadOnly }))
      for (const part of documents.apply(changes)) dirty.add(part)
    if (isReadOnly) return { path, lock, documents }
    if (!isNew || names.length === 0) await chmod(path, FOLDER_MODE).catch(onProblem)
    await removeLeftOvers(path, contents)
    return { path, lock, documents, dirty, ...(await openJournal(path, contents)) }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * Checks that a folder is empty or a data folder of this version.
 * @returns the names in it.
 * @throws {DataFolderError}
 */
export async function checkFolder(path: string): Promise<string[]> {
  const names = await namesIn(path)
  checkOurs(path, names)
  await checkVersion(path)
  return names
}

/** Empty documents that belong in the files of a folder. */
export const documentsIn = (folder: string): Documents =>
  new Documents(
    (part) => new DocumentFile(join(folder, fileOf(part)), (document) => idOf(collectionOf(part), document)),
  )

/** Not with `recursive`, which never returns where new folders are refused with ENOENT, such as in /proc. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: FOLDER_MODE })
  } catch (error) {
    if (await isFolder(path)) return
    if (systemCode(error) !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await mkdir(path, { mode: FOLDER_MODE })
  }
}

function refuseNew(path: string, error: unknown): never {
  throw new DataFolderError(
    `The data folder ${path} cannot be created: ${reasonOf(error)}.`,
    (place) =>
      `Choose another one with ${place}${place === '--data' ? ', or use --memory to store nothing' : ''}.`,
  )
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() ?? false

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error) => {
    throw new DataFolderError(
      `The data folder ${folder} cannot be read: ${reasonOf(error)}.`,
      (place) => `Change its permissions, or choose another one with ${place}.`,
      { cause: error },
    )
  })
}

const isUsed = (names: readonly string[]): boolean => names.some((name) => SIGN_OF_USE.test(name))

/** @throws {DataFolderError} if the file `version` is missing, or belongs to another program. */
function checkOurs(folder: string, names: readonly string[]): void {
  if (isUsed(names)) {
    if (!names.includes('version')) throw damaged(join(folder, 'version'), 'it is missing')
  } else if (names.includes('version') && !names.every((name) => NEW_FILE.test(name))) {
    throw new DataFolderError(
      `${folder} is not a data folder: its file \`version\` belongs to another program.`,
      (place) => `Choose another folder with ${place}.`,
    )
  }
}

/** A new folder has none yet. @throws {DataFolderError} if the version is not supported or the file is damaged. */
async function checkVersion(folder: string): Promise<void> {
  const path = join(folder, 'version')
  const text = await readFile(path, 'utf8').catch((error) => {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  })
  if (text === null || text.trim() === String(VERSION)) return
  if (!/^\d+\s*$/.test(text)) throw damaged(path, 'it does not contain a version number')
  throw new DataFolderError(
    `The data folder ${folder} has version ${text.trim()}, but this program supports version ${VERSION}.`,
    (place) => `Run the Inkling that wrote it, or choose another folder with ${place}.`,
  )
}

/** A crash in between leaves a folder that is created again. */
async function create(folder: string): Promise<void> {
  await replaceFile(join(folder, 'version'), `${VERSION}\n`)
  await writeContents(folder, { files: [], journals: [] })
}

/** @throws {DataFolderError} if the list is missing or damaged. */
async function readContents(folder: string): Promise<Contents> {
  const path = join(folder, CONTENTS)
  const { data } = contents.safeParse(await readSealedFile(path))
  if (!data) throw damaged(path, 'it does not list files and journals')
  return data
}

/**
 * The changes of all journals, oldest first.
 * @throws {DataFolderError} if one is missing or has damage other than a torn end.
 */
async function* readJournals(
  folder: string,
  { journals }: Contents,
  options?: { keepsTornEnd: boolean },
): AsyncGenerator<readonly Change[]> {
  const last = journals.at(-1) ?? 0
  for (const number of (await journalsIn(folder)).filter((each) => each > last)) {
    // A crash can leave a new journal without transactions.
    if ((await stat(join(folder, journalName(number)))).size <= firstLine(number).length) continue
    throw damaged(join(folder, CONTENTS), `it does not name ${journalName(number)}`)
  }
  for (const number of journals) {
    for await (const record of readJournal(join(folder, journalName(number)), number, options))
      yield record as readonly Change[]
  }
}

/** Opens the last journal for appending, or creates the first one. */
async function openJournal(
  folder: string,
  contents: Contents,
): Promise<{ contents: Contents; journal: Journal }> {
  const last = contents.journals.at(-1)
  if (last !== undefined)
    return { contents, journal: await Journal.open(join(folder, journalName(last)), last) }
  const journal = await Journal.create(join(folder, journalName(1)), 1)
  const named = { ...contents, journals: [1] }
  await writeContents(folder, named)
  return { contents: named, journal }
}

/** Removes what a crash can leave: files that the contents do not name, and temporary files. */
async function removeLeftOvers(folder: string, { files, journals }: Contents): Promise<void> {
  const named = [...files, ...journals.map(journalName)]
  const days = await readdir(join(folder, 'games')).catch(() => [])
  for (const name of [...(await namesIn(folder)), ...days.map((day) => `games/${day}`)]) {
    const isOurs = DAY_FILE.test(name) || JOURNAL.test(name)
    if (DRAFT.test(name) || (isOurs && !named.includes(name))) await rm(join(folder, name), { force: true })
  }
}

const journalsIn = async (folder: string): Promise<number[]> =>
  (await namesIn(folder)).flatMap((name) => JOURNAL.exec(name)?.[1] ?? []).map(Number)
