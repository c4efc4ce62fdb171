import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { createFile, replaceFile } from '@inkling/mock-server/machine'
import { nearest } from '@inkling/scenarios/text/nearest'
import { controls } from '../../calls/connect.ts'
import { CliError, EXIT, fileProblem, isCliError } from '../../cli-error.ts'
import type { Settings } from '../../settings/settings.ts'
import { stateFolder } from '../../settings/state-folder.ts'
import { checkWorld } from './check-world.ts'
import { forgetServer, noteServer, type SavedFrom, serverOf } from './saved-from.ts'
import { exportedWorld } from './world-stream.ts'

export interface SavedWorld {
  readonly name: string
  readonly bytes: number
  /** ISO 8601. */
  readonly savedAt: string
  readonly file: string
  /** The server; null if it is not known. */
  readonly from: SavedFrom | null
}

/** A world is lines of JSON. Those of earlier versions, one document each, are listed and restored too. */
const ENDING = '.ndjson'
const EARLIER_ENDING = '.json'
/** Number of automatic saves, over all targets, that are not deleted. */
const MAX_AUTOMATIC_SAVES = 20
const AUTOMATIC = /^before-(?:reset|import|restore|scenario)-(\d{4}-\d\d-\d\d-\d{6})(?:-(\d+))?$/
const OTHER_FOLDER = 'fix its permissions, or set XDG_STATE_HOME to another folder'
const folder = (): string => join(stateFolder(), 'worlds')

export interface SaveOptions {
  readonly replace?: boolean
  /** Reads the save back and checks it, and tells the server that there is one, for its metrics. */
  readonly check?: boolean
}

/**
 * Saves the target's world under a name on this machine.
 * @throws {CliError} if the name is invalid or reserved for automatic saves, or if it exists and `replace` is not set:
 * it may be the only copy.
 */
export async function saveWorld(
  settings: Settings,
  name: string,
  { replace = false, check = false }: SaveOptions,
): Promise<SavedWorld> {
  const file = fileFor(name)
  if (AUTOMATIC.test(name)) {
    throw new CliError(
      EXIT.usage,
      `'${name}' is reserved for automatic saves, of which old ones are deleted: choose another name.`,
    )
  }
  const existing = (await savedFiles()).get(name)
  const isWritten =
    (replace || existing === undefined) &&
    (await write(file, exportedWorld(settings), replace).catch((error: unknown) => {
      if (isOfServer(error)) throw error
      throw fileProblem(`${file} cannot be written`, error, `free disk space, or ${OTHER_FOLDER}`)
    }))
  if (isWritten) {
    if (existing !== undefined && existing !== file) await rm(existing, { force: true })
    await noteServer(name, settings)
    if (check) {
      await checkWorld(file)
      await (await controls(settings)).noteSave()
    }
    return savedWorld(name, file)
  }
  throw new CliError(
    EXIT.usage,
    `there is already a saved world '${name}': choose another name, or overwrite it with --replace.`,
  )
}

/**
 * Saves the target's world under a name and the time, such as daily-2026-11-22-140509, and then deletes all saves of this
 * name except the newest `keep`.
 * @throws {CliError} if it cannot be written, or is not sound. Then none is deleted.
 */
export async function saveKeeping(
  settings: Settings,
  name: string,
  keep: number,
  check: boolean,
  now = new Date(),
): Promise<SavedWorld & { readonly deleted: readonly string[] }> {
  const saved = await saveWorld(settings, `${name}-${stampOf(now)}`, { check })
  const deleted = [...(await savedFiles())]
    .map(([other, file]) => ({ name: other, file }))
    .filter((other) => isKept(other.name, name))
    .sort((one, other) => (one.name < other.name ? 1 : -1))
    .slice(keep)
  for (const old of deleted) await removeSave(old)
  return { ...saved, deleted: deleted.map((old) => old.name) }
}

const STAMP = /^\d{4}-\d\d-\d\d-\d{6}$/
/** Whether a save was made with `--keep` under a name. */
const isKept = (save: string, name: string): boolean =>
  save.startsWith(`${name}-`) && STAMP.test(save.slice(name.length + 1))
const stampOf = (time: Date): string => time.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')

/**
 * Saves the target's world under a dated name, such as before-reset-2026-11-22-140509, and deletes old automatic saves.
 * @param restored the saved world that is about to be restored; it is not deleted.
 * @throws {CliError} if it cannot be written. Then the change must not be made.
 */
export async function saveBefore(
  settings: Settings,
  change: DestructiveChange,
  restored?: string,
): Promise<SavedWorld> {
  const { name, file } = await saveDated(() => exportedWorld(settings), change)
  await noteServer(name, settings)
  await deleteOldSaves(restored)
  return savedWorld(name, file)
}

export type DestructiveChange = 'reset' | 'import' | 'restore' | 'scenario'

/**
 * Saves a world under a dated name.
 * @param world gives its lines.
 * @throws {CliError} if it cannot be written.
 */
export async function saveDated(
  world: () => string | AsyncIterable<string>,
  change: DestructiveChange,
  now = new Date(),
): Promise<SavedWorld> {
  const stamp = stampOf(now)
  for (let at = 1; ; at++) {
    const name = `before-${change}-${stamp}${at === 1 ? '' : `-${at}`}`
    const file = fileFor(name)
    try {
      if (await write(file, world(), false)) return await savedWorld(name, file)
    } catch (error) {
      if (isOfServer(error)) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new CliError(
        EXIT.refused,
        `the current world could not be saved to ${file} (${reason}), so nothing was changed: free disk space or fix the folder's permissions, or set XDG_STATE_HOME to another folder.`,
        { cause: error },
      )
    }
  }
}

/** Deletes all automatic saves except the newest {@link MAX_AUTOMATIC_SAVES} and `restored`. Named saves stay. */
async function deleteOldSaves(restored?: string): Promise<void> {
  const saves = [...(await savedFiles())].flatMap(([name, file]) => {
    const [, stamp = '', number = '1'] = AUTOMATIC.exec(name) ?? []
    return stamp === '' ? [] : [{ name, file, stamp, number: Number(number) }]
  })
  saves.sort((a, b) => b.stamp.localeCompare(a.stamp) || b.number - a.number)
  for (const save of saves.slice(MAX_AUTOMATIC_SAVES)) if (save.name !== restored) await removeSave(save)
}

export async function removeSave({ name, file }: Pick<SavedWorld, 'name' | 'file'>): Promise<void> {
  await rm(file, { force: true })
  await forgetServer(name)
}

/** Not of the disk. */
const isOfServer = (error: unknown): boolean => isCliError(error) || error instanceof ApiError

/**
 * Writes the file of a saved world.
 * @returns false if the file exists and `replace` is not set.
 */
async function write(file: string, text: string | AsyncIterable<string>, replace: boolean): Promise<boolean> {
  await mkdir(folder(), { recursive: true, mode: 0o700 })
  if (!replace) return createFile(file, text)
  await replaceFile(file, text)
  return true
}

/**
 * A saved world.
 * @param newest whether the newest save with `--keep` of this name is meant.
 * @throws {CliError} if no world has this name.
 */
export async function findSavedWorld(name: string, newest = false): Promise<SavedWorld> {
  // Refuses what cannot be a name.
  fileFor(name)
  const files = await savedFiles()
  const names = [...files.keys()].sort()
  const kept = names.findLast((each) => isKept(each, name))
  const found = newest ? kept : name
  const file = found === undefined ? undefined : files.get(found)
  if (found !== undefined && file !== undefined) return savedWorld(found, file)
  const meant = kept ?? nearest(name, names)
  const hint = meant
    ? `did you mean '${meant}'?${kept === undefined ? '' : ' --newest means it.'}`
    : 'see `inkling world list`.'
  throw new CliError(EXIT.usage, `there is no saved world '${name}': ${hint}`)
}

/** A file, or that of the world that is saved under this name. */
export const fileOrSaved = async (given: string): Promise<string> =>
  existsSync(given) ? given : (await findSavedWorld(given)).file

/** The saved worlds by name. */
export const listWorlds = async (): Promise<SavedWorld[]> =>
  Promise.all([...(await savedFiles())].sort().map(([name, file]) => savedWorld(name, file)))

/** The files of the saved worlds, by their names. */
async function savedFiles(): Promise<Map<string, string>> {
  const files = await readdir(folder()).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw fileProblem(`${folder()} cannot be read`, error, OTHER_FOLDER)
  })
  // Of two with one name, the one in lines.
  return new Map(
    [EARLIER_ENDING, ENDING].flatMap((ending) =>
      files
        .filter((file) => file.endsWith(ending))
        .map((file) => [file.slice(0, -ending.length), join(folder(), file)] as const),
    ),
  )
}

async function savedWorld(name: string, file: string): Promise<SavedWorld> {
  const { size, mtime } = await stat(file)
  return { name, bytes: size, savedAt: mtime.toISOString(), file, from: await serverOf(name) }
}

/** The file of a new saved world. @throws {CliError} if it cannot have this name. */
function fileFor(name: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) {
    throw new CliError(
      EXIT.usage,
      `'${name}' cannot be the name of a saved world: use letters, digits, dots, hyphens and underscores.`,
    )
  }
  return join(folder(), name + ENDING)
}
