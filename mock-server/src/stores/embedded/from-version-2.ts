import { copyFile, link, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Low } from 'lowdb'
import * as z from 'zod/mini'
import { type CollectionName, type Collections, collections } from '../../engine/collections.ts'
import { FOLDER_MODE, syncFolder } from '../../platform/replace-file.ts'
import { type Change, Documents } from '../shared/documents.ts'
import { documentsOf, filesOf, journalName, writeContents } from './contents.ts'
import { damaged, readingError } from './data-folder-error.ts'
import { DocumentFile } from './document-file.ts'
import { Journal, readJournal } from './journal.ts'
import { readSealed } from './sealed-json.ts'

/* Version 2 had a manifest, which named numbered parts such as `users.7-1.json` and `games/2026-03-07.7-1.json`. */

const MANIFEST = 'manifest.json'
const BACKUP = 'backup-of-version-2'
const DAY = '(?:games|catalogue)/\\d{4}-\\d\\d(?:-\\d\\d)?'
const PART = new RegExp(`^(?:${Object.keys(collections).join('|')}|${DAY})\\.\\d+-\\d+\\.json$`)
/** Files that version 3 has too. */
const SHARED = /^(?:version|secrets\.json|admin-key)$/
const JOURNAL = /^journal-\d+\.log$/

const manifest = z.object({
  journals: z.array(z.int()),
  files: z.record(z.string(), z.object({ parts: z.array(z.string()) })),
})

/**
 * The documents of a folder of version 2, which it does not change.
 * @throws {DataFolderError} if a file is missing, damaged or cannot be read.
 */
export async function* readVersion2(folder: string): AsyncGenerator<readonly Change[]> {
  const { files, journals } = await readManifest(folder)
  for (const [name, { parts }] of Object.entries(files)) {
    const collection = (name.startsWith('games/') ? 'games' : name) as CollectionName
    if (!(collection in collections)) continue
    for (const part of parts) {
      const entries = (await readFileOf(folder, part)) as Record<string, Collections[CollectionName]>
      yield Object.entries(entries).map(([id, document]) => ({ collection, id, document }))
    }
  }
  for (const number of journals) {
    const path = join(folder, journalName(number))
    for await (const record of readJournal(path, number, { keepsTornEnd: true }))
      yield record as readonly Change[]
  }
}

/**
 * Writes the files of version 3, after a backup of the old files by hard links. Drawings do not change. The old files stay
 * until the folder has version 3, so that an interrupted migration runs again.
 * @throws {DataFolderError} if a file is damaged.
 */
export async function migrateVersion2(folder: string): Promise<void> {
  const documents = new Documents()
  const files = new Set<string>()
  for await (const changes of readVersion2(folder)) {
    for (const name of filesOf(changes, documents)) files.add(name)
    documents.apply(changes)
  }
  await backUp(folder)
  const written: string[] = []
  for (const name of [...files].sort()) {
    const stored = documentsOf(name, documents)
    if (stored.length === 0) continue
    await new Low(new DocumentFile(join(folder, name)), stored).write()
    written.push(name)
  }
  const { journals } = await readManifest(folder)
  const number = Math.max(0, ...journals) + 1
  await (await Journal.create(join(folder, journalName(number)), number)).close()
  await writeContents(folder, { files: written, journals: [number] })
}

/** Removes the files of version 2 from a folder of version 3. */
export async function removeVersion2(folder: string): Promise<void> {
  if (!(await readdir(folder)).includes(MANIFEST)) return
  for (const name of await namesIn(folder)) {
    if (PART.test(name)) await rm(join(folder, name))
  }
  for (const name of ['catalogue', 'index']) await rm(join(folder, name), { recursive: true, force: true })
  await rm(join(folder, MANIFEST))
}

async function readManifest(folder: string): Promise<z.infer<typeof manifest>> {
  const parsed = manifest.safeParse(await readFileOf(folder, MANIFEST))
  if (!parsed.success) throw damaged(join(folder, MANIFEST), 'it is not a manifest')
  return parsed.data
}

async function readFileOf(folder: string, name: string): Promise<unknown> {
  const path = join(folder, name)
  try {
    return readSealed(await readFile(path))
  } catch (error) {
    throw readingError(path, error)
  }
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/'))

async function backUp(folder: string): Promise<void> {
  const backup = join(folder, BACKUP)
  const aside = `${backup}.tmp`
  await rm(aside, { recursive: true, force: true })
  const old = (await namesIn(folder)).filter(
    (name) => name === MANIFEST || PART.test(name) || JOURNAL.test(name) || SHARED.test(name),
  )
  for (const name of old) {
    const target = join(aside, name)
    await mkdir(dirname(target), { recursive: true, mode: FOLDER_MODE })
    // Some file systems have no hard links.
    await link(join(folder, name), target).catch(() => copyFile(join(folder, name), target))
  }
  await rm(backup, { recursive: true, force: true })
  await rename(aside, backup)
  await syncFolder(folder)
}
