import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import { Catalogue } from './catalogue.ts'
import { Checkpoints } from './checkpoints.ts'
import { codeOf, readingError } from './data-folder-error.ts'
import { FOLDER_MODE, syncFolder, writeDurably } from './durable-json-file.ts'
import { journalLine, readJournal } from './journal.ts'
import { firstLine, journalName } from './journals.ts'
import { Manifest, type StoredFile } from './manifest.ts'
import { type Entry, readSealed } from './sealed-json.ts'

/* Version 1 had no manifest: `users.json`, `games/2026-03-07.json`, and any number of journals. */

const COLLECTIONS = ['users', 'groups', 'reactions', 'pushTokens', 'rollover']
const DAY_FILE = /^games\/(\d{4}-\d\d-\d\d)\.json$/
/** Files that version 2 has under other names. */
const REPLACED = new RegExp(
  `^(?:${COLLECTIONS.join('|')}|open-days|(?:games|catalogue)/\\d{4}-\\d\\d-\\d\\d)\\.json$`,
)
/** Files that version 2 has too. */
const SHARED = ['version', 'secrets.json']
const BACKUP = 'backup-of-version-1'
const JOURNAL = /^journal-(\d+)\.log$/

/**
 * Migrates a folder from version 1 to version 2, after copying it to `backup-of-version-1`. Drawings do not change and are
 * not copied. The old files stay until the folder has version 2, so that an interrupted migration runs again.
 * @throws {DataFolderError} if a file is damaged.
 */
export async function migrateVersion1(folder: string): Promise<void> {
  const names = await filesOf(folder)
  await backUp(folder, names)
  const manifest = Manifest.empty(folder)
  const checkpoints = new Checkpoints(folder, manifest)
  const catalogue = new Catalogue(folder, manifest, checkpoints)
  const journals = names.flatMap((name) => JOURNAL.exec(name)?.[1] ?? []).map(Number)
  const number = Math.max(0, ...journals) + 1
  const files: Record<string, StoredFile> = {}

  for (const name of COLLECTIONS) {
    if (!names.includes(`${name}.json`)) continue
    files[name] = await checkpoints.write(name, await entriesOf(join(folder, `${name}.json`)), number)
  }
  const openDays: GameDay[] = []
  const days = names.flatMap((name) => DAY_FILE.exec(name)?.[1] ?? [])
  for (const month of catalogue.filesOf(days)) {
    const games = new Map<GameDay, Game[]>()
    for (const day of days.filter((each) => catalogue.filesOf([each])[0] === month)) {
      const name = `games/${day}`
      const entries = await entriesOf<Game>(join(folder, `${name}.json`))
      files[name] = await checkpoints.write(name, entries, number)
      games.set(
        day,
        entries.map(([, game]) => game),
      )
      if (entries.some(([, game]) => game.completedAt === null)) openDays.push(day)
    }
    files[month] = await catalogue.writeChanged(month, games, number)
  }
  const old = journals.sort((a, b) => a - b).map((each) => join(folder, journalName(each)))
  await writeDurably(join(folder, journalName(number)), linesOf(old, number))
  await manifest.replace({ journals: [number], files, openDays })
}

/** Removes the files of version 1 that are in the backup from a folder of version 2. */
export async function removeVersion1(folder: string): Promise<void> {
  const names = await filesOf(join(folder, BACKUP)).catch((error) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    if (REPLACED.test(name)) await rm(join(folder, name), { force: true })
  }
}

/** All files of version 1 except drawings and the lock. */
async function filesOf(folder: string): Promise<string[]> {
  const root = await readdir(folder)
  const inFolder = async (name: string) =>
    root.includes(name) ? (await readdir(join(folder, name))).map((each) => `${name}/${each}`) : []
  const names = [...root, ...(await inFolder('games')), ...(await inFolder('catalogue'))]
  return names.filter((name) => REPLACED.test(name) || JOURNAL.test(name) || SHARED.includes(name))
}

async function backUp(folder: string, names: readonly string[]): Promise<void> {
  const backup = join(folder, BACKUP)
  const aside = `${backup}.tmp`
  await rm(aside, { recursive: true, force: true })
  for (const name of names) {
    await mkdir(dirname(join(aside, name)), { recursive: true, mode: FOLDER_MODE })
    await writeDurably(join(aside, name), await readFile(join(folder, name)))
  }
  // A backup of an interrupted migration.
  await rm(backup, { recursive: true, force: true })
  await rename(aside, backup)
  await syncFolder(folder)
}

/** The entries of a file of version 1. */
async function entriesOf<T>(path: string): Promise<Entry<T>[]> {
  try {
    return Object.entries(readSealed(await readFile(path)) as Record<string, T>)
  } catch (error) {
    throw readingError(path, error)
  }
}

/** Joins the lines of several journals. */
async function* linesOf(paths: readonly string[], number: number): AsyncGenerator<string> {
  yield firstLine(number)
  for (const path of paths) {
    for await (const record of readJournal(path)) {
      // An interrupted migration has left a journal with a first line. Its other lines are repeated, which changes nothing.
      if (Array.isArray(record)) yield journalLine(record)
    }
  }
}
