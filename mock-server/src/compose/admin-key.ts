import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../platform/replace-file.ts'
import { StartupError } from '../platform/startup-error.ts'
import { codeOf, reasonOf } from '../stores/lowdb/data-folder-error.ts'

/** api.md, Admin. */
const MIN_LENGTH = 8

export const newAdminKey = (): string => randomBytes(24).toString('base64url')

/**
 * Checks the key that an operator has set.
 * @returns null if it is missing or empty.
 * @throws {StartupError} if it is too short.
 */
export function checkedAdminKey(key: string | undefined): string | null {
  if (!key) return null
  if (key.length >= MIN_LENGTH) return key
  throw new StartupError(
    `The admin key has ${key.length} characters. It needs at least ${MIN_LENGTH}; without --admin-key and ADMIN_KEY, the server generates one.`,
    { isUsage: true },
  )
}

const FILE = 'admin-key'

export const writeAdminKey = (folder: string, key: string): Promise<void> =>
  replaceFile(join(folder, FILE), `${key}\n`)

/**
 * The key in a data folder (`admin-key`), generated on first use and readable by its owner only. To get another key,
 * remove the file.
 * @throws {StartupError} if the file cannot be read or contains no key.
 */
export async function readAdminKey(folder: string): Promise<string> {
  const stored = await readStoredAdminKey(folder)
  if (stored !== null) return stored
  const key = newAdminKey()
  await writeAdminKey(folder, key)
  return key
}

/** The key in a data folder; null if it has none. @throws {StartupError} */
export async function readStoredAdminKey(folder: string): Promise<string | null> {
  const path = join(folder, FILE)
  const stored = await readFile(path, 'utf8').catch((error) => {
    if (codeOf(error) === 'ENOENT') return null
    throw new StartupError(`${path} cannot be read: ${reasonOf(error)}. Correct its permissions.`)
  })
  if (stored === null) return null
  const key = stored.trim()
  if (key.length >= MIN_LENGTH) return key
  throw new StartupError(
    `${path} does not contain an admin key. Remove it, and the server generates a new one.`,
  )
}
