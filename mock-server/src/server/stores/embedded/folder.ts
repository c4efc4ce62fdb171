import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Low } from 'lowdb'
import type { CollectionName, Collections } from '../../../engine/collections.ts'
import { DRAFT, FOLDER_MODE, replaceFile } from '../../platform/replace-file.ts'
import { type Change, Documents } from '../shared/documents.ts'
import {
  CONTENTS,
  type Contents,
  collectionOf,
  filesOf,
  journalName,
  readContents,
  writeContents,
} from './contents.ts'
import { codeOf, DataFolderError, damaged, reasonOf } from './data-folder-error.ts'
import { DocumentFile } from './document-file.ts'
import { type FolderLock, lockFolder, lockFolderToRead } from './folder-lock.ts'
import { firstLine, Journal, readJournal } from './journal.ts'
import type { SnapshotState } from './snapshots.ts'

type AnyDocument = Collections[CollectionName]

/** Version of the folder's format. A change of the format needs a new version, and a migration from the one before. */
const VERSION = 3

/** Files of which a folder that a server has used has at least one. */
const OURS = /^(?:folder\.json|journal-\d+\.log)$/
/** Files beside which a missing `version` or `folder.json` means damage. */
const SIGN_OF_USE = new RegExp(`${OURS.source}|^(?:drawings|games|secrets\\.json)$`)
/** Files of a folder whose creation was interrupted. */
const NEW_FILE = /^(?:version|lock|.+\.tmp)$/
const JOURNAL = /^journal-(\d+)\.log$/
const DAY_FILE = /^games\/\d{4}-\d\d-\d\d\.json$/

export interface OpenFolder {
  readonly lock: FolderLock
  readonly documents: Documents
  /** Null for a folder that is only read. */
  readonly state: SnapshotState | null
}

/**
 * Opens or creates a data folder and loads its documents.
 * @param onProblem called for permissions that cannot be changed
 * @throws {DataFolderError} if it cannot be written, is in use, is not a data folder, has another version, or contains a
 * damaged file. Then nothing in it is changed.
 */
export async function openFolder(folder: string, onProblem: (problem: unknown) => void): Promise<OpenFolder> {
  await makeFolder(folder)
  const names = await namesIn(folder)
  checkOurs(folder, names)
  await checkVersion(folder)
  if (names.length === 0 || names.some((name) => OURS.test(name)))
    await chmod(folder, FOLDER_MODE).catch(onProblem)
  const lock = await lockFolder(folder)
  try {
    if (!(await isUsed(folder))) await create(folder)
    const documents = new Documents()
    const contents = await loadFiles(folder, documents)
    const dirty = new Set<string>()
    for await (const changes of readJournals(folder, contents)) {
      for (const name of filesOf(changes, documents)) dirty.add(name)
      documents.apply(changes)
    }
    await removeLeftOvers(folder, contents)
    return { lock, documents, state: { ...(await openJournal(folder, contents)), dirty } }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * Loads the documents of a data folder and changes nothing in it, so that it may be on a read-only file system.
 * @throws {DataFolderError} like {@link openFolder}, and if it is empty.
 */
export async function readFolder(folder: string): Promise<OpenFolder> {
  const names = await namesIn(folder)
  checkOurs(folder, names)
  if (!names.some((name) => OURS.test(name))) throw new DataFolderError(`${folder} is not a data folder.`)
  const lock = await lockFolderToRead(folder)
  try {
    const documents = new Documents()
    await checkVersion(folder)
    const contents = await loadFiles(folder, documents)
    for await (const changes of readJournals(folder, contents, { keepsTornEnd: true }))
      documents.apply(changes)
    return { lock, documents, state: null }
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await makeFolders(folder)
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${folder} cannot be created: ${reasonOf(error)}.`,
      (place) =>
        `Choose another one with ${place}${place === '--data' ? ', or use --memory to store nothing' : ''}.`,
    )
  }
}

/** Unlike mkdir with `recursive`, returns where new folders are refused with ENOENT, such as in /proc. */
async function makeFolders(folder: string): Promise<void> {
  const make = () =>
    mkdir(folder, { mode: FOLDER_MODE }).catch(async (error) => {
      if (!(await isFolder(folder))) throw error
    })
  await make().catch(async (error) => {
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    await makeFolders(dirname(folder))
    await make()
  })
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

const isUsed = async (folder: string): Promise<boolean> =>
  (await namesIn(folder)).some((name) => SIGN_OF_USE.test(name))

/** @throws {DataFolderError} if the file `version` is missing, or belongs to another program. */
function checkOurs(folder: string, names: readonly string[]): void {
  if (names.some((name) => SIGN_OF_USE.test(name))) {
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
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  if (text === null) return
  const version = Number(text)
  if (!Number.isInteger(version) || version < 1) throw damaged(path, 'it does not contain a version number')
  if (version > VERSION) {
    throw new DataFolderError(
      `The data folder ${folder} has version ${version}, but this program supports only up to version ${VERSION}.`,
      (place) => `Run a newer Inkling, or choose another folder with ${place}.`,
    )
  }
  if (version < VERSION) {
    throw new DataFolderError(
      `The data folder ${folder} has version ${version}, which was never released.`,
      (place) => `Choose another folder with ${place}.`,
    )
  }
}

/** A crash in between leaves a folder that is created again. */
async function create(folder: string): Promise<void> {
  await replaceFile(join(folder, 'version'), `${VERSION}\n`)
  await writeContents(folder, { files: [], journals: [] })
}

/** @throws {DataFolderError} if a file is missing, damaged or cannot be read. */
async function loadFiles(folder: string, documents: Documents): Promise<Contents> {
  const contents = await readContents(folder)
  for (const name of contents.files) {
    const file = new Low<AnyDocument[]>(new DocumentFile(join(folder, name)), [])
    await file.read()
    documents.add(collectionOf(name), file.data)
  }
  return contents
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
async function openJournal(folder: string, contents: Contents): Promise<Omit<SnapshotState, 'dirty'>> {
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
  const days = await readdir(join(folder, 'games')).catch(() => [])
  const unnamed = [
    ...days.map((name) => `games/${name}`).filter((name) => DAY_FILE.test(name) && !files.includes(name)),
    ...(await journalsIn(folder)).filter((number) => !journals.includes(number)).map(journalName),
    ...[...(await namesIn(folder)), ...days.map((name) => `games/${name}`)].filter((name) =>
      DRAFT.test(name),
    ),
  ]
  for (const name of unnamed) await rm(join(folder, name), { force: true })
}

const journalsIn = async (folder: string): Promise<number[]> =>
  (await namesIn(folder)).flatMap((name) => JOURNAL.exec(name)?.[1] ?? []).map(Number)
